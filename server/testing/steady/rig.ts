import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { makePartitions } from "#server/public/views/view-partitions.ts";
import { seedLinks } from "../app/seeded-links.ts";
import { type Call, getRequest } from "../load/clients.ts";
import { createFaultProxy, type FaultProxy } from "../machine/fault-proxy.ts";
import { freePort } from "../machine/free-port.ts";
import { startKillableService } from "../machine/kill-runner.ts";
import { MIGRATIONS } from "../machine/root.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const LINKS = 200;

export type Service = Awaited<ReturnType<typeof startKillableService>> & { port: number };

export type Rig = {
	/** Straight to the database. */
	pool: pg.Pool;
	/** Between the service and the database. */
	proxy: FaultProxy;
	/** Paths of links, `/go/...`. */
	paths: string[];
	/** A folder for whatever a part wants to put down. */
	dir: string;
	/** Its address as the service gets it. */
	databaseUrl: string;
	/** Starts the built service on a free port; `name` is its data folder's. */
	start(name: string, env?: Record<string, string>): Promise<Service>;
	close(): Promise<void>;
};

/** A fresh PostgreSQL with one owner's links, a fault proxy before it, and the built service to be started. */
export async function createRig(): Promise<Rig> {
	const dir = await mkdtemp(path.join(os.tmpdir(), "visualink-steady-"));
	const database = await startEmbedded({ dataDir: dir, log: createLog({ logLevel: "warn" }) });
	await migrateDatabase({ url: database.url, folder: MIGRATIONS });
	const pool = new pg.Pool({ connectionString: database.url, max: 4 });
	pool.on("error", () => {});
	await makePartitions(pool, new Date());
	const paths = await seedLinks(pool, LINKS);
	const proxy = await createFaultProxy(Number(new URL(database.url).port));
	const url = new URL(database.url);
	url.port = String(proxy.port);
	const services = new Set<Service>();
	const environment = (name: string, env: Record<string, string>) => ({
		DATABASE_URL: url.href,
		DATA_DIR: path.join(dir, name),
		LOG_LEVEL: "fatal",
		...env,
	});
	return {
		pool,
		proxy,
		paths,
		dir,
		databaseUrl: url.href,
		async start(name, env = {}) {
			const port = await freePort();
			const service = await startKillableService(environment(name, { PORT: String(port), ...env }));
			const started = { ...service, port };
			services.add(started);
			return started;
		},
		async close() {
			proxy.restore();
			await Promise.all([...services].map((service) => service.stop()));
			await pool.end();
			await proxy.close();
			await database.stop();
			await rm(dir, { recursive: true, force: true });
		},
	};
}

/** People who open the links in turn. */
export function people(paths: string[]): () => Call {
	let asked = 0;
	const calls = paths.map((path) => ({
		name: "go",
		request: getRequest(path, { "User-Agent": CHROME }),
		status: 302,
	}));
	return () => calls[asked++ % calls.length] as Call;
}
