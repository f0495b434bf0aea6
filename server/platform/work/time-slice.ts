import { setImmediate as nextTurn } from "node:timers/promises";

/** Long enough for most work to end within its first slice, and short next to what a visitor notices. */
const SLICE_MS = 4;

let sliceStartedAt = 0;
let lastInLine: Promise<void> = Promise.resolve();

/**
 * Lets the event loop serve requests once the current slice is used up. All long work of the process shares one slice per
 * turn of the loop, first come, first served: twelve imports together hold a request no longer than one does.
 */
export async function yieldAfterSlice(): Promise<void> {
	if (performance.now() - sliceStartedAt < SLICE_MS) return;
	lastInLine = lastInLine.then(startSlice);
	await lastInLine;
}

/** Works on `size` items at a time, each part in its slice. @returns all results, in the items' order */
export async function inParts<Item, Result>(
	items: readonly Item[],
	size: number,
	work: (part: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let from = 0; from < items.length; from += size) {
		await yieldAfterSlice();
		results.push(...(await work(items.slice(from, from + size))));
	}
	return results;
}

async function startSlice(): Promise<void> {
	await nextTurn();
	sliceStartedAt = performance.now();
}
