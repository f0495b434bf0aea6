import type pg from "pg";
import { expect, it } from "vitest";
import { newViewId } from "./view-id.ts";
import { createViewSizes } from "./view-sizes.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const MINUTE_MS = 60_000;
const SIZE = { width: 390, height: 844 };

it.each<[string, string, { width: number; height: number }, boolean]>([
	["of a view just answered", newViewId(NOW.getTime()), SIZE, true],
	["of a view ten minutes ago", newViewId(NOW.getTime() - 10 * MINUTE_MS), SIZE, true],
	["of an older view", newViewId(NOW.getTime() - 10 * MINUTE_MS - 1), SIZE, false],
	["of a view by a clock ahead of ours", newViewId(NOW.getTime() + 10 * MINUTE_MS), SIZE, true],
	["of a view to come", newViewId(NOW.getTime() + 10 * MINUTE_MS + 1), SIZE, false],
	["of one pixel", newViewId(NOW.getTime()), { width: 1, height: 1 }, true],
	["without a width", newViewId(NOW.getTime()), { width: 0, height: 844 }, false],
	["without a height", newViewId(NOW.getTime()), { width: 390, height: 0 }, false],
	["of nothing that we answered", "not-an-id", SIZE, false],
])("a window's size %s", async (_case, id, size, isKept) => {
	const kept: unknown[] = [];
	const query = async (_text: string, values: unknown[]) => void kept.push(values);
	await createViewSizes({ pool: { query } as unknown as pg.Pool, now: () => NOW }).report(id, size);
	const at = new Date(Number.parseInt(id.slice(0, 13).replace("-", ""), 16));
	expect(kept).toEqual(isKept ? [[id, at, size.width, size.height]] : []);
});

it("two reports are under way at once and 1,000 wait, also when some fail; the others are ignored", async () => {
	const underWay: { kept: () => void; failed: (error: Error) => void }[] = [];
	let begun = 0;
	const query = () => {
		begun += 1;
		return new Promise<void>((kept, failed) => underWay.push({ kept, failed }));
	};
	const { report } = createViewSizes({ pool: { query } as unknown as pg.Pool, now: () => NOW });
	const send = () => report(newViewId(NOW.getTime()), SIZE);
	const turn = () => new Promise(setImmediate);
	const outcomes = Promise.allSettled(Array.from({ length: 1_010 }, send));
	await turn();
	let most = 0;
	for (let ended = 0; underWay.length > 0; ended++) {
		most = Math.max(most, underWay.length);
		const one = underWay.shift();
		if (ended % 2 === 0) one?.kept();
		else one?.failed(new Error("away"));
		await turn();
	}
	expect([most, begun]).toEqual([2, 1_002]);
	expect((await outcomes).filter(({ status }) => status === "rejected")).toHaveLength(501);
	void send();
	await turn();
	expect(begun, "there is room again").toBe(1_003);
});
