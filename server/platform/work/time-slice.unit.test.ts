import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { yieldAfterSlice } from "./time-slice.ts";

const LONGER_THAN_A_SLICE_MS = 5;

function compute(): void {
	const until = performance.now() + LONGER_THAN_A_SLICE_MS;
	while (performance.now() < until);
}

it("of several at once, one slice passes in each turn of the event loop, first come, first served (P456)", async () => {
	let turns = 0;
	let isOver = false;
	const counting = (async () => {
		for (; !isOver; turns += 1) await nextTurn();
	})();
	const slices: { name: string; turn: number }[] = [];
	const work = async (name: string) => {
		for (let n = 0; n < 3; n += 1) {
			await yieldAfterSlice();
			slices.push({ name, turn: turns });
			compute();
		}
	};
	compute();
	await Promise.all(["a", "b", "c"].map(work));
	isOver = true;
	await counting;
	expect(slices.map(({ name }) => name).join("")).toBe("abcabcabc");
	expect(new Set(slices.map(({ turn }) => turn)).size).toBe(slices.length);
});

it("work that ends within its slice waits for nothing", async () => {
	await yieldAfterSlice();
	let isLater = false;
	setImmediate(() => {
		isLater = true;
	});
	await yieldAfterSlice();
	expect(isLater).toBe(false);
});
