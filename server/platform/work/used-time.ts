import { readFileSync } from "node:fs";

/** Of a clock tick, as Linux counts them in /proc (USER_HZ). */
const TICK_MS = 10;

/**
 * Processing time that a process or a thread has used so far, in milliseconds. Unlike the clock it says what an input
 * costs, however many others share the processor.
 * @param place its folder below /proc: `1234`, or `self/task/1234`
 * @returns null where the system doesn't count it
 */
export function usedTimeOf(place: string): number | null {
	try {
		// Fields 14 and 15 (proc(5)); the name in field 2 may hold spaces.
		const [user = 0, system = 0] = readFileSync(`/proc/${place}/stat`, "utf8")
			.replace(/^.*\) /s, "")
			.split(" ")
			.slice(11, 13)
			.map(Number);
		return (user + system) * TICK_MS;
	} catch {
		return null;
	}
}
