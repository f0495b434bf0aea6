import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
	confirmWaitingPage,
	forgetWaitingPage,
	isWaitingPageConfirmed,
	keepWaitingPage,
	waitingPage,
} from "./waiting-page.ts";

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

it("a page is confirmed by its user alone, and no other page with it (P243)", () => {
	confirmWaitingPage();
	expect([waitingPage(), isWaitingPageConfirmed()]).toEqual([null, false]);
	keepWaitingPage("?url=example.com");
	expect(isWaitingPageConfirmed()).toBe(false);
	confirmWaitingPage();
	expect([waitingPage(), isWaitingPageConfirmed()]).toEqual(["?url=example.com", true]);
	keepWaitingPage("?url=example.org");
	expect(isWaitingPageConfirmed()).toBe(false);
	confirmWaitingPage();
	vi.advanceTimersByTime(3_600_000);
	expect(isWaitingPageConfirmed()).toBe(false);
});

it.each(["", "no json", "null", "[]", '{"search":1,"at":1}', '{"search":"?url=a"}'])(
	"what is kept is no page: %s",
	(text) => {
		keepWaitingPage("?url=example.com");
		for (const key of stored.keys()) stored.set(key, text);
		expect(waitingPage()).toBeNull();
	},
);
