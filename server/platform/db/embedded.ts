import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { addressIn, createCluster, freePort, startServer } from "./embedded-cluster.ts";
import { possibleHomes, prepareFiles } from "./embedded-files.ts";
import { createHold, type Held } from "./embedded-hold.ts";
import { runningPort } from "./embedded-lock.ts";
import { type Owner, takeOver } from "./embedded-owner.ts";

const DATABASE = "visualink";
const RESTART_MS = 250;
const RESTART_MAX_MS = 5_000;

export type EmbeddedDatabase = Held & {
	url: string;
	home: string;
	metrics: PartRegistry;
};

type Options = {
	dataDir: string;
	log: Logger;
	/** Receives the stop function before the start begins, because a stop may come during it. */
	begun?: (held: Held) => void;
};

/**
 * Starts the bundled PostgreSQL in `dataDir`, or takes over a killed process's. In its own session, because Ctrl-C must
 * stop it last. Restarted if it dies.
 * @throws ConfigError if another process uses the data folder; Error if PostgreSQL doesn't start
 */
export async function startEmbedded({ dataDir, log, begun }: Options): Promise<EmbeddedDatabase> {
	const files = prepareFiles(dataDir);
	const cluster = path.join(files.home, "cluster");
	const hold = createHold(files, cluster);
	begun?.(hold);
	const place = { files, cluster, hold };
	if (!existsSync(path.join(cluster, "PG_VERSION"))) await createCluster(place);

	const addressAt = addressIn(files.home);
	let owner = await takeOver(cluster, addressAt);
	if (owner) log.info("took over the embedded database of an earlier start");
	else owner = await startServer({ ...place, addressAt, port: await freePort() });
	const { address } = owner;
	const port = portOf(owner);
	hold.own(port);
	await createDatabase(owner.client);

	let isUp = true;
	const metrics = new PartRegistry("embedded_database");
	new Gauge({
		name: "visualink_embedded_database_up",
		help: "Whether the embedded database runs",
		registers: [metrics],
		collect() {
			this.set(Number(isUp));
		},
	});
	const restarts = new Counter({
		name: "visualink_embedded_database_restarts_total",
		help: "Times that it died and was started again",
		registers: [metrics],
	});
	watch(owner);

	function watch({ gone }: Owner): void {
		void gone.then((err) => {
			isUp = false;
			if (hold.isStopping()) return;
			// Not a reason to stop: the pool detects a lost database itself.
			log.warn({ err }, "the embedded database went away");
			void bringBack();
		});
	}

	async function bringBack(): Promise<void> {
		for (let waitMs = RESTART_MS; !hold.isStopping(); waitMs = Math.min(waitMs * 2, RESTART_MAX_MS)) {
			try {
				watch((await takeOver(cluster, addressAt)) ?? (await startServer({ ...place, addressAt, port })));
				isUp = true;
				restarts.inc();
				return log.warn("the embedded database runs again");
			} catch (error) {
				if (hold.isStopping()) return;
				// Its last processes may hold its shared memory a moment longer.
				log.warn({ err: error }, "the embedded database could not be started again yet");
				await delay(waitMs, undefined, { ref: false });
			}
		}
	}

	return {
		url: `${address}/${DATABASE}`,
		home: files.home,
		stop: hold.stop,
		abandon: hold.abandon,
		metrics,
	};
}

/** The address of the embedded database running in `dataDir`; null if none. */
export function findEmbedded({ dataDir }: { dataDir: string }): string | null {
	for (const home of possibleHomes(dataDir)) {
		const port = runningPort(path.join(home, "cluster"));
		if (port !== null) return `${addressIn(home)(port)}/${DATABASE}`;
	}
	return null;
}

function portOf({ address }: Owner): number {
	return Number(new URL(address).port);
}

async function createDatabase(client: pg.Client): Promise<void> {
	const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
	if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
}
