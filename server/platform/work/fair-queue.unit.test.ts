import { beforeEach, expect, test } from "vitest";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

let queue: FairQueue<string>;
beforeEach(() => {
	queue = createFairQueue();
});

/** Starts and ends `times` items, each of which uses what its key's items do. */
function serve(times: number, costs: Record<string, number> = {}): string[] {
	return Array.from({ length: times }, () => {
		const next = queue.shift();
		if (!next) return "nothing";
		queue.end(next.key, costs[next.key] ?? 0);
		return next.item;
	});
}

function fill(key: string, items: number): void {
	for (let n = 1; n <= items; n++) queue.push(key, `${key}${n}`);
}

test("of items that use nothing, keys take turns, and each key's own are first in, first out", () => {
	fill("a", 3);
	fill("b", 2);
	expect(serve(6)).toEqual(["a1", "b1", "a2", "b2", "a3", "nothing"]);
});

test("shares are equal in milliseconds, not in items", () => {
	fill("a", 100);
	fill("b", 100);
	const served = serve(44, { a: 10, b: 1 });
	expect(served.filter((item) => item.startsWith("a"))).toHaveLength(4);
});

test("a key that asks for less than a share gets it at once, however many others wait", () => {
	fill("a", 100);
	fill("b", 100);
	serve(20, { a: 5, b: 5 });
	queue.push("c", "c1");
	expect(queue.shift()?.item).toBe("c1");
});

test("what runs without having waited counts as well", () => {
	queue.start("a");
	fill("a", 1);
	fill("b", 2);
	queue.end("a", 10);
	expect(serve(3, { b: 4 })).toEqual(["b1", "b2", "a1"]);
});

test("a key that asked for nothing has earned no credit", () => {
	fill("a", 10);
	serve(5, { a: 10 });
	fill("b", 10);
	expect(serve(4, { a: 10, b: 10 })).toEqual(["b1", "a6", "b2", "a7"]);
});

test("use is remembered while others wait, and forgotten once all are idle", () => {
	fill("a", 1);
	fill("b", 3);
	expect(serve(2, { a: 100, b: 1 })).toEqual(["a1", "b1"]);
	fill("a", 1);
	expect(serve(3, { a: 100, b: 1 })).toEqual(["b2", "b3", "a1"]);
	fill("a", 1);
	fill("b", 1);
	expect(serve(2)).toEqual(["a1", "b1"]);
});

test("a rank goes before use, and null passes a key over", () => {
	fill("a", 2);
	fill("b", 1);
	fill("c", 1);
	const ranks: Record<string, number | null> = { a: 1, b: 0, c: null };
	const rank = (key: string) => ranks[key] ?? null;
	expect([queue.shift(rank)?.item, queue.shift(rank)?.item, queue.shift(rank)?.item]).toEqual(["b1", "a1", "a2"]);
	expect(queue.shift(rank)).toBeUndefined();
	expect([queue.running("a"), queue.waiting("c"), queue.waiting()]).toEqual([2, 1, 1]);
});

test("the oldest of one key can be started out of turn, the newest dropped, and any removed", () => {
	fill("a", 4);
	expect(queue.longest("b")).toBe("a");
	expect(queue.shiftOf("a")).toBe("a1");
	expect(queue.pop("a")).toBe("a4");
	queue.remove("a", "a2");
	expect([queue.shiftOf("b"), queue.pop("b")]).toEqual([undefined, undefined]);
	expect([queue.waiting("a"), queue.running("a"), queue.waiting("b")]).toEqual([1, 1, 0]);
	queue.push("b", "b1");
	expect([queue.longest("a"), queue.longest("b")]).toEqual(["a", "b"]);
});
