// biome-ignore lint/correctness/useImportExtensions: its types are next to it, and a service knows no TypeScript
import { threadCpuMs } from "../loop-guard/guard.mjs";

const TRIES = 5;
/** How often the event loop is to come by while a work runs. */
const BEAT_MS = 4;
/** What the reference takes on an ordinary server's core that does nothing else, in milliseconds. */
const REFERENCE_MS = 9;

/**
 * How long a work gave nobody else a turn, in milliseconds of this thread's CPU time; null where it was at most `mostMs`.
 * What shares a core's caches makes work several times as long: the bound grows with what a reference takes at the same
 * moment, and the work must be beyond it five times in a row.
 */
export async function heldFor(work: () => unknown, mostMs: number): Promise<number | null> {
	let ms = 0;
	for (let tries = 0; tries < TRIES; tries += 1) {
		ms = await once(work);
		if (ms <= mostMs || ms <= mostMs * slowness()) return null;
	}
	return ms;
}

/** How many times as long as it should be a work takes at this moment; at least 1. */
function slowness(): number {
	const before = cpuMs();
	const words = Array.from({ length: 40_000 }, (_, n) => `word ${n}`).join(",");
	JSON.stringify(words.split(",").filter((word) => /[3-7]+$/.test(word)));
	return Math.max(1, (cpuMs() - before) / REFERENCE_MS);
}

/** Waits for the work without keeping a processor busy: a stretch is at most a beat longer than what held the loop. */
async function once(work: () => unknown): Promise<number> {
	let longest = 0;
	let last = cpuMs();
	const beat = () => {
		longest = Math.max(longest, cpuMs() - last);
		last = cpuMs();
	};
	const beats = setInterval(beat, BEAT_MS);
	await work();
	await new Promise((resolve) => setImmediate(resolve));
	beat();
	clearInterval(beats);
	return longest;
}

/** Of this thread; where the system does not tell that, of the process. */
function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return threadCpuMs() ?? (user + system) / 1_000;
}
