import path from "node:path";
import { freePort } from "./free-port.ts";
import type { Rig } from "./fresh-database.ts";
import { startKillableService } from "./kill-runner.ts";

/** The built service on a fresh database, at a port that is free unless `env` says one, with its files next to the rig's. */
export async function startOnRig({ databaseUrl, dataDir }: Rig, env: Record<string, string> = {}) {
	const port = env.PORT ?? String(await freePort());
	const own = { DATABASE_URL: databaseUrl, DATA_DIR: path.join(dataDir, "service"), LOG_LEVEL: "fatal" };
	const service = await startKillableService({ ...own, ...env, PORT: port });
	return { ...service, port: Number(port), origin: `http://localhost:${port}` };
}
