import { beforeEach, expect, test } from "vitest";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";

let now: number;
let queue: FairQueue<string>;
beforeEach(() => {
	now = 0;
	queue = createFairQueue({ now: () => now });
});

/** Takes so many items, each of which uses what its key's items do. */
function serve(times: number, costs: Record<string, number>): string[] {
	return Array.from({ length: times }, () => {
		const item = queue.shift() ?? "nothing";
		const key = item.slice(0, 1);
		queue.charge(key, costs[key] ?? 0);
		return item;
	});
}

function fill(key: string, items: number): void {
	for (let n = 1; n <= items; n++) queue.push(key, `${key}${n}`);
}

test("of items that use nothing, keys take turns, and each key's own are first in, first out", () => {
	fill("a", 3);
	fill("b", 2);
	expect(serve(6, {})).toEqual(["a1", "b1", "a2", "b2", "a3", "nothing"]);
});

test("shares are equal in milliseconds, not in items", () => {
	fill("a", 100);
	fill("b", 100);
	const served = serve(44, { a: 10, b: 1 });
	expect(served.filter((item) => item.startsWith("a"))).toHaveLength(4);
});

test("who asks for less than a share gets it at once, however many others wait", () => {
	fill("a", 100);
	fill("b", 100);
	serve(20, { a: 5, b: 5 });
	queue.push("c", "c1");
	expect(queue.shift()).toBe("c1");
});

test("what was used counts by half after a second, and nearly nothing after ten", () => {
	queue.charge("a", 100);
	now = 1_000;
	queue.charge("b", 49);
	fill("a", 2);
	fill("b", 1);
	expect(queue.shift()).toBe("b1");
	now = 10_000;
	queue.charge("b", 1);
	queue.push("b", "b2");
	expect(queue.shift()).toBe("a1");
});

test("who was away has saved nothing up", () => {
	fill("a", 10);
	serve(5, { a: 10 });
	now = 60_000;
	fill("b", 10);
	expect(serve(4, { a: 10, b: 10 })).toEqual(["b1", "a6", "b2", "a7"]);
});

test("the oldest of one key can be taken out of turn, and is counted no longer", () => {
	fill("a", 2);
	expect(queue.waiting("a")).toBe(2);
	expect(queue.shiftOf("a")).toBe("a1");
	expect(queue.shiftOf("b")).toBeUndefined();
	expect([queue.waiting("a"), queue.waiting("b")]).toEqual([1, 0]);
});
