import { readFileSync } from "node:fs";

/** Long enough for the kernel to give the processor away, short enough that no single request notices one pause. */
const PERIOD_MS = 100;

/**
 * Lets processes, with all their threads and children, run for a share of the time only, as in a container with a part
 * of a processor: they are stopped and continued ten times a second (Linux only).
 * @returns what lets them run again
 */
export function throttle(pids: readonly number[], share: number): () => void {
	let timer: NodeJS.Timeout;
	let isEnded = false;
	const signalAll = (signal: NodeJS.Signals) => {
		for (const pid of pids.flatMap(withChildren)) send(pid, signal);
	};
	const run = () => {
		signalAll("SIGCONT");
		if (!isEnded) timer = setTimeout(hold, PERIOD_MS * share);
	};
	const hold = () => {
		signalAll("SIGSTOP");
		timer = setTimeout(run, PERIOD_MS * (1 - share));
	};
	const end = () => {
		isEnded = true;
		clearTimeout(timer);
		run();
		process.off("exit", end);
	};
	process.once("exit", end);
	hold();
	return end;
}

function withChildren(pid: number): number[] {
	return [pid, ...childrenOf(pid).flatMap(withChildren)];
}

function childrenOf(pid: number): number[] {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
	} catch {
		return [];
	}
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It has ended.
	}
}
