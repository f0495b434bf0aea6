import { beforeEach, expect, it } from "vitest";
import { createPageTurns } from "./page-turns.ts";

const MINUTE = 60_000;
const nobody = new AbortController().signal;

/** A clock that goes to the next moment someone waits for, once nobody has anything else to do. */
let time: number;
let alarms: { at: number; ring: () => void }[];
beforeEach(() => {
	time = 0;
	alarms = [];
});
const sleep = (ms: number) => new Promise<void>((ring) => alarms.push({ at: time + ms, ring }));
async function runUntil(end: number): Promise<void> {
	while (time < end) {
		await new Promise(setImmediate);
		alarms.sort((a, b) => a.at - b.at);
		const next = alarms.shift();
		if (!next) return;
		time = next.at;
		next.ring();
	}
}
const turnsOf = (options = {}) =>
	createPageTurns({ permits: 3, perMs: MINUTE, slowMs: 10_000, now: () => time, ...options });

/** Asks one address after the other, each of which takes so long. @returns when each was begun, in milliseconds */
function asker(turns: ReturnType<typeof turnsOf>, key: string, { takesMs, everyMs = 0 }: Record<string, number>) {
	const begun: number[] = [];
	void (async () => {
		for (;;) {
			const release = await turns.acquire(key, nobody);
			begun.push(time);
			await sleep(takesMs ?? 0);
			release();
			await sleep(everyMs);
		}
	})();
	return begun;
}
const inMinute = (begun: number[], n: number) => begun.filter((at) => at >= n * MINUTE && at < (n + 1) * MINUTE).length;

it("nine imports of dripping pages leave another its pace (P233)", async () => {
	const turns = turnsOf();
	const slow = Array.from({ length: 9 }, (_, n) => asker(turns, `slow ${n}`, { takesMs: 10_000 }));
	await runUntil(1);
	const quick = asker(turns, "quick", { takesMs: 300, everyMs: 4_700 });
	await runUntil(10 * MINUTE);
	for (let minute = 1; minute < 9; minute += 1) expect(inMinute(quick, minute)).toBeGreaterThanOrEqual(10);
	// None of the slow ones starves, and they are served alike.
	const served = slow.map((begun) => begun.length);
	expect(Math.max(...served) - Math.min(...served)).toBeLessThanOrEqual(2);
	expect(served.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(2 * 6 * 9);
});

it("an account whose pages are slow leaves the last permit to others, and comes when they are done", async () => {
	const turns = turnsOf();
	const [a, b, c] = ["a", "b", "c"].map((key) => asker(turns, key, { takesMs: 15_000 }));
	await runUntil(16_000);
	// Of the three, two go on.
	expect([a, b, c].map((begun) => begun?.length).sort()).toEqual([1, 2, 2]);
	const fresh = asker(turns, "fresh", { takesMs: 1_000, everyMs: MINUTE });
	await new Promise(setImmediate);
	expect(fresh).toEqual([time]);
});

it("uses all permits while no account's pages are slow", async () => {
	const turns = turnsOf();
	const all = Array.from({ length: 6 }, (_, n) => asker(turns, `${n}`, { takesMs: 1_000, everyMs: MINUTE }));
	await runUntil(1_500);
	expect(all.map(([at]) => at)).toEqual([0, 0, 0, 1_000, 1_000, 1_000]);
});

it("forgets time beyond the window, and whoever has left", async () => {
	const turns = turnsOf({ permits: 1 });
	const release = await turns.acquire("long", nobody);
	time += 30_000;
	const gone = new AbortController();
	const left = turns.acquire("left", gone.signal);
	const [long, other] = [turns.acquire("long", nobody), turns.acquire("other", nobody)];
	gone.abort(new Error("gone"));
	await expect(left).rejects.toThrow("gone");
	await expect(turns.acquire("late", gone.signal)).rejects.toThrow("gone");
	let begun = "";
	void long.then(() => (begun += "long "));
	void other.then((done) => {
		begun += "other ";
		done();
	});
	release();
	release();
	await new Promise(setImmediate);
	expect(begun).toBe("other long ");
	time += MINUTE;
});
