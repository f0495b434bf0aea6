import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { until } from "../app/until.ts";
import { type Child, startService } from "./built-service.ts";
import { parentOf, postmasterOf } from "./cpu-time.ts";

/** Recovery after `kill -9` under load, on a slow machine. */
const BACK_WITHIN_MS = 60_000;

/** A service in a process of its own that can be killed without warning, and started again as it was. */
export async function startKillableService(env: Record<string, string>) {
	let child: Child = await startService(env);
	return {
		/** `kill -9`, then a new start. */
		async kill(beforeRestart: () => void = () => {}): Promise<void> {
			await child.stop("SIGKILL");
			beforeRestart();
			child = await startService(env);
		},
		/** SIGTERM or another signal that ends it, and the exit code. */
		stop: (signal?: NodeJS.Signals): Promise<number | null> => child.stop(signal),
		/** Starts it again as it was, after `stop`. */
		async start(): Promise<void> {
			child = await startService(env);
		},
		pid: () => child.process.pid ?? 0,
		/** Calls back with everything that the process prints until it is started again. */
		onOutput: (hear: (text: string) => void) => {
			child.process.stdout?.on("data", (text) => hear(String(text)));
		},
	};
}

/** An embedded PostgreSQL that can be killed without warning, with all its backends, and started again. */
export async function startKillableDatabase(dataDir: string) {
	const log = createLog({ logLevel: "silent" });
	const database = await startEmbedded({ dataDir, log });
	return {
		url: () => database.url,
		port: () => Number(new URL(database.url).port),
		/** `kill -9` of every process of the server; resolves once it answers again. */
		async kill(): Promise<void> {
			const client = new pg.Client({ connectionString: database.url });
			await client.connect();
			const postmaster = await postmasterOf(client);
			await client.end();
			const pids = [postmaster, ...childrenOf(postmaster)];
			for (const pid of pids) killNow(pid);
			while (pids.some(isProcessAlive)) await delay(5);
			// It brings itself back, on the same port.
			await until(() => isAnswering(database.url), BACK_WITHIN_MS);
		},
		/** Stops it, and removes its files, which are elsewhere where root started it. */
		async stop(): Promise<void> {
			await database.stop();
			await rm(database.home, { recursive: true, force: true });
		},
	};
}

async function isAnswering(url: string): Promise<boolean> {
	const client = new pg.Client({ connectionString: url });
	client.on("error", () => {});
	return client.connect().then(
		() => client.end().then(() => true),
		() => false,
	);
}

/** The processes that a process started (Linux alone). */
export function childrenOf(parent: number): number[] {
	return readdirSync("/proc")
		.map(Number)
		.filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function killNow(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It ended by itself.
	}
}
