import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextLoop } from "node:timers/promises";
import type { Request, Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Caller } from "./callers.ts";
import { arrivedAt, queueRequests, refuseWhenFull } from "./request-queue.ts";
import type { Listener } from "./uncaught-errors.ts";

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
function rig({ isLimited = true } = {}) {
	const begun: string[] = [];
	const refused: string[] = [];
	const asked = new Map<string, { res: EventEmitter; socket: { destroyed: boolean } }>();
	const begin: Listener = (req) => {
		refuseWhenFull(req as Request, {} as Response, (error?: unknown) => {
			(error ? refused : begun).push(req.url ?? "");
		});
		if (req.url?.includes("broken")) throw new Error("broken");
	};
	const listener = queueRequests(begin, { callerOf, isLimited });
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
	return { begun, refused, ask, answer, leave };
}

/** Whose request it is stands before its number: `/ada1` is of an account, `/1` of an address. */
function callerOf({ url = "" }: IncomingMessage): Caller {
	const name = /ada|bob/.exec(url)?.[0];
	return { key: name ?? "address", isAccount: name !== undefined };
}

/** `/1` to this one, or `/ada1` to this one. */
function urls(last: number, of = ""): string[] {
	return Array.from({ length: last }, (_, n) => `/${of}${n + 1}`);
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

test("callers take turns: many requests of one do not keep another's waiting", async () => {
	const { begun, ask, answer } = rig();
	for (const url of urls(60, "ada")) void ask(url);
	for (const url of ["/bob1", "/bob2", "/1"]) void ask(url);
	for (const url of ["/ada1", "/ada2", "/bob1", "/1", "/ada3"]) await answer(url);
	expect(begun).toEqual(["/ada1", "/ada2", "/bob1", "/1", "/ada3", "/bob2", "/ada4"]);
});

test("turns are shared by milliseconds: who has used more waits for who has used less", async () => {
	const { begun, ask, answer } = rig();
	for (const url of [...urls(4, "ada"), ...urls(3, "bob")]) void ask(url);
	vi.advanceTimersByTime(4);
	await answer("/ada1");
	await answer("/ada2");
	// Hers took eight milliseconds, his nothing.
	for (const url of ["/bob1", "/bob2"]) await answer(url);
	expect(begun).toEqual(["/ada1", "/ada2", "/bob1", "/bob2", "/bob3", "/ada3"]);
});

test("a hundred of one account may wait: more are refused at once, and others' are not", async () => {
	const { begun, refused, ask } = rig();
	for (const url of urls(103, "ada")) void ask(url);
	void ask("/bob1");
	await pass(0);
	expect(begun).toEqual(urls(2, "ada"));
	expect(refused).toEqual(["/ada103"]);
});

test("where limits are off nothing is refused", async () => {
	const { begun, refused, ask } = rig({ isLimited: false });
	for (const url of urls(103, "ada")) void ask(url);
	await pass(0);
	expect(refused).toEqual([]);
	expect(begun).toEqual(urls(3, "ada"));
});

test("of an address with more than a hundred waiting the oldest begins, and takes nobody's turn", async () => {
	const { begun, refused, ask, answer } = rig();
	for (const url of urls(102)) void ask(url);
	await pass(0);
	expect(begun).toEqual(urls(2));
	void ask("/103");
	void ask("/104");
	await pass(0);
	expect(begun).toEqual(urls(4));
	void ask("/ada1");
	await answer("/3");
	expect(begun).toEqual(urls(4));
	await answer("/1");
	await answer("/2");
	expect(begun).toEqual([...urls(4), "/ada1", "/5"]);
	expect(refused).toEqual([]);
});

test.each(["/healthz", "/readyz", "/metrics", "/readyz?deep=1"])("%s never waits", async (url) => {
	const { begun, ask, answer } = rig();
	for (const each of urls(4)) void ask(each);
	void ask(url);
	await pass(0);
	expect(begun).toEqual(["/1", "/2", url]);
	await answer(url);
	expect(begun).toHaveLength(3);
});

test("how long a request takes counts from when it came", async () => {
	const waited: number[] = [];
	const begin: Listener = (req) => void waited.push(performance.now() - arrivedAt(req));
	const listener = queueRequests(begin, { callerOf, isLimited: true });
	const come = () => listener({ socket: {} } as IncomingMessage, new EventEmitter() as ServerResponse);
	const all = Promise.all([come(), come(), come()]);
	await pass(5);
	await all;
	expect(waited.map((milliseconds) => Math.round(milliseconds))).toEqual([0, 0, 5]);
});
