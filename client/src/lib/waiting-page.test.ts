import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetWaitingPage, keepWaitingPage, waitingPage } from "./waiting-page.ts";

let stored: Map<string, string>;

beforeEach(() => {
	stored = new Map();
	vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
	vi.stubGlobal("sessionStorage", {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
		removeItem: (key: string) => stored.delete(key),
	});
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it("a page waits for an hour, or until it is taken", () => {
	expect(waitingPage()).toBeNull();
	keepWaitingPage("?url=example.com");
	vi.advanceTimersByTime(3_599_999);
	expect(waitingPage()).toBe("?url=example.com");
	vi.advanceTimersByTime(1);
	expect(waitingPage()).toBeNull();
	keepWaitingPage("?url=example.org");
	expect(waitingPage()).toBe("?url=example.org");
	forgetWaitingPage();
	expect(waitingPage()).toBeNull();
});

it.each(["", "no json", "null", "[]", '{"search":1,"at":1}', '{"search":"?url=a"}'])(
	"what is kept is no page: %s",
	(text) => {
		keepWaitingPage("?url=example.com");
		for (const key of stored.keys()) stored.set(key, text);
		expect(waitingPage()).toBeNull();
	},
);
