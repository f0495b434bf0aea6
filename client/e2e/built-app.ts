import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startService } from "../../server/testing/machine/built-service.ts";
import { freePort } from "../../server/testing/machine/free-port.ts";

type BuiltApp = { origin: string; stop: () => Promise<void> };

/** Starts the built app as anyone would, with a data folder of its own on a free port, for commands that look at it. */
export async function startBuiltApp(): Promise<BuiltApp> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-built-"));
	const port = String(await freePort());
	const service = await startService({ PORT: port, DATA_DIR: dataDir, LOG_LEVEL: "fatal" });
	return {
		origin: `http://localhost:${port}`,
		async stop() {
			await service.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
