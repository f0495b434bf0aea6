import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedFiles } from "./embedded-files.ts";
import { runningPort } from "./embedded-lock.ts";
import { type Program, runProgram } from "./embedded-program.ts";

const STOP_MS = 30_000;

export type Held = {
	/** Stops it, or kills it after the timeout: it recovers at its next start. Aborts a start in progress. */
	stop: (options?: { inOrderMs?: number }) => Promise<void>;
	abandon: () => void;
};

export type Hold = Held & {
	isStopping: () => boolean;
	/** Marks the server on this port as this process's own, which ends with it. */
	own: (port: number) => void;
	/** Runs a program that creates or starts the database; refuses once stopping. */
	run: (...program: Parameters<typeof runProgram>) => Promise<void>;
};

/** Owns the database of a cluster for this process; another process's is left alone. */
export function createHold(files: EmbeddedFiles, cluster: string): Hold {
	let isStopping = false;
	let ownPort: number | null = null;
	let program: Program | null = null;

	const isRunning = () => ownPort !== null && runningPort(cluster) === ownPort;
	const control = (...how: string[]) => [files.program("pg_ctl"), ["stop", "-D", cluster, ...how]] as const;

	/** @returns settles when no start is in progress */
	function giveUp(): Promise<void> {
		isStopping = true;
		program?.interrupt();
		return program?.done.catch(() => {}) ?? Promise.resolve();
	}

	return {
		isStopping: () => isStopping,
		own(port) {
			ownPort = port;
		},
		async run(...asked) {
			if (isStopping) throw new Error("the embedded database is to stop");
			program = runProgram(...asked);
			await program.done.finally(() => {
				program = null;
			});
		},
		async stop({ inOrderMs = STOP_MS } = {}) {
			const inOrderUntil = performance.now() + inOrderMs;
			await Promise.race([giveUp(), delay(inOrderMs, undefined, { ref: false })]);
			if (!isRunning()) return;
			const timeout = Math.max(1, Math.round(inOrderUntil - performance.now()));
			await runProgram(...control("-m", "fast", "-w"), { ...files.osUser, timeout }).done.catch(
				() => runProgram(...control("-m", "immediate", "-w", "-t", "1"), { ...files.osUser }).done,
			);
		},
		abandon() {
			void giveUp();
			if (!isRunning()) return;
			execFileSync(...control("-m", "immediate", "-W"), { ...files.osUser, stdio: "ignore" });
		},
	};
}
