import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextLoop } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arrivedAt, fewAtOnce } from "./few-at-once.ts";

/** How long the process has worked, in milliseconds; it rests unless a test has it work. */
let worked: number;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	worked = 0;
	const told = () => ({ idle: 0, active: worked, utilization: 0 });
	vi.spyOn(performance, "eventLoopUtilization").mockImplementation(told);
});
afterEach(() => void vi.useRealTimers());

/** Milliseconds, and then the next loop of the process. */
async function pass(milliseconds: number): Promise<void> {
	vi.advanceTimersByTime(milliseconds);
	await nextLoop();
}

/** What was begun, and how to ask, to answer and to leave. */
function rig() {
	const begun: string[] = [];
	const asked = new Map<string, { res: EventEmitter; socket: { destroyed: boolean } }>();
	const listener = fewAtOnce((req) => {
		begun.push(req.url ?? "");
		if (req.url?.includes("broken")) throw new Error("broken");
	});
	const ask = (url: string) => {
		const [res, socket] = [new EventEmitter(), { destroyed: false }];
		asked.set(url, { res, socket });
		return listener({ url, socket } as unknown as IncomingMessage, res as ServerResponse);
	};
	const answer = async (url: string) => {
		asked.get(url)?.res.emit("close");
		await pass(0);
	};
	const leave = (url: string) => {
		const found = asked.get(url);
		if (found) found.socket.destroyed = true;
	};
	return { begun, ask, answer, leave };
}

/** `/1` to this one. */
function urls(last: number): string[] {
	return Array.from({ length: last }, (_, n) => `/${n + 1}`);
}

test("of requests that come at once two begin; each answer lets another begin, in the order they came", async () => {
	const { begun, ask, answer } = rig();
	for (const url of ["/1", "/2", "/3", "/4"]) void ask(url);
	expect(begun).toEqual(["/1", "/2"]);
	await answer("/2");
	expect(begun).toEqual(["/1", "/2", "/3"]);
	await answer("/1");
	expect(begun).toEqual(["/1", "/2", "/3", "/4"]);
});

test("what was heard by then comes before who has waited", async () => {
	const { begun, ask } = rig();
	for (const url of ["/1", "/2", "/3"]) void ask(url);
	await pass(4);
	expect(begun).toEqual(["/1", "/2"]);
	setImmediate(() => begun.push("a visitor"));
	await pass(1);
	expect(begun).toEqual(["/1", "/2", "a visitor", "/3"]);
});

test("an answer after the beginning lets nobody else begin", async () => {
	const { begun, ask, answer } = rig();
	for (const url of ["/1", "/2", "/3", "/4", "/5", "/6"]) void ask(url);
	await pass(5);
	expect(begun).toEqual(["/1", "/2", "/3", "/4"]);
	await answer("/1");
	await answer("/2");
	expect(begun).toEqual(["/1", "/2", "/3", "/4"]);
	await answer("/3");
	expect(begun).toEqual(["/1", "/2", "/3", "/4", "/5"]);
});

test("where the process does not rest it begins nobody else for so long, up to twenty milliseconds", async () => {
	worked = 100;
	const { begun, ask } = rig();
	for (const url of urls(8)) void ask(url);
	const beginnings: number[] = [];
	// Three of five milliseconds are work, half of them rest.
	for (const more of [3, 3, 3, 3, 3, 2.5, 3, 0]) {
		worked += more;
		await pass(5);
		beginnings.push(begun.length);
	}
	expect(beginnings).toEqual([2, 2, 2, 4, 4, 6, 6, 8]);
});

test("the answer of one that has kept its place for long lets another begin, once", async () => {
	const { begun, ask, answer } = rig();
	for (const url of urls(6)) void ask(url);
	worked += 5;
	await pass(5);
	await answer("/1");
	expect(begun).toEqual(urls(3));
	await pass(0);
	worked += 5;
	vi.advanceTimersByTime(5);
	await answer("/3");
	expect(begun).toEqual(urls(4));
});

test("who comes while few are there waits for nobody, also after others have waited", async () => {
	const { begun, ask, answer } = rig();
	for (const url of ["/1", "/2", "/3"]) void ask(url);
	for (const url of ["/1", "/2", "/3"]) await answer(url);
	void ask("/4");
	void ask("/5");
	void ask("/6");
	expect(begun).toEqual(["/1", "/2", "/3", "/4", "/5"]);
});

test("one that fails fails alone, at once or in its turn", async () => {
	const { begun, ask } = rig();
	const mixed = ["/broken1", "/2", "/broken3", "/4"];
	const asked = Promise.allSettled(mixed.map(ask));
	await pass(5);
	await pass(5);
	expect((await asked).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
	expect(begun).toEqual(mixed);
});

test("nothing is begun for whoever has left, and nobody waits for them", async () => {
	const { begun, ask, answer, leave } = rig();
	for (const url of urls(5)) void ask(url);
	for (const url of ["/3", "/4"]) leave(url);
	await answer("/1");
	await pass(0);
	await pass(0);
	expect(begun).toEqual(["/1", "/2", "/5"]);
});

test("once a hundred wait all of them begin, and few at once again after them", async () => {
	const { begun, ask, answer } = rig();
	for (const url of urls(101)) void ask(url);
	await pass(0);
	expect(begun).toEqual(["/1", "/2"]);
	void ask("/102");
	await pass(0);
	expect(begun).toEqual(urls(102));
	void ask("/103");
	for (const url of urls(100)) await answer(url);
	expect(begun).toEqual(urls(102));
	await answer("/101");
	expect(begun).toEqual(urls(103));
	void ask("/104");
	expect(begun).toEqual(urls(103));
	await answer("/102");
	await answer("/103");
	expect(begun).toEqual(urls(104));
});

test("how long a request takes counts from when it came", async () => {
	const waited: number[] = [];
	const listener = fewAtOnce((req) => void waited.push(performance.now() - arrivedAt(req)));
	const come = () => listener({ socket: {} } as IncomingMessage, new EventEmitter() as ServerResponse);
	const all = Promise.all([come(), come(), come()]);
	await pass(5);
	await all;
	expect(waited.map((milliseconds) => Math.round(milliseconds))).toEqual([0, 0, 5]);
});
