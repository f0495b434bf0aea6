import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedFiles } from "./embedded-files.ts";
import { runningPort } from "./embedded-lock.ts";
import { type Program, runProgram } from "./embedded-program.ts";

/** Default timeout of an orderly stop, in milliseconds. */
const STOP_MS = 30_000;

/** What ends a database, from before its start on. */
export type Held = {
	/**
	 * Stops it in good order, or, where that takes longer than it may, at once: it recovers at its next start. A start
	 * under way is given up.
	 */
	stop: (options?: { inOrderMs?: number }) => Promise<void>;
	/** Stops it at once, without waiting for its end. */
	abandon: () => void;
};

export type Hold = Held & {
	isStopping: () => boolean;
	/** What runs on the cluster with this port is this process's: it ends with it. */
	own: (port: number) => void;
	/** Runs a program that makes or starts the database; none begins once it is to stop. */
	run: (...program: Parameters<typeof runProgram>) => Promise<void>;
};

/** Holds the database of a cluster for as long as this process wants it; another process's is left alone. */
export function createHold(files: EmbeddedFiles, cluster: string): Hold {
	let isStopping = false;
	let ownPort: number | null = null;
	let program: Program | null = null;

	const isRunning = () => ownPort !== null && runningPort(cluster) === ownPort;
	const control = (...how: string[]) => [files.program("pg_ctl"), ["stop", "-D", cluster, ...how]] as const;

	/** @returns what settles once no start is under way any more. */
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
