import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startService } from "../../server/testing/machine/built-service.ts";
import { freePort } from "../../server/testing/machine/free-port.ts";

type BuiltApp = {
	origin: string;
	/** Runs an operator's command on its data, such as `disabling/admin.command.js`. */
	run: (file: string, ...args: string[]) => Promise<unknown>;
	stop: () => Promise<void>;
};

/** Starts the built app as anyone would, with a data folder of its own on a free port, for commands that look at it. */
export async function startBuiltApp(): Promise<BuiltApp> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-built-"));
	const port = String(await freePort());
	const env = { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: "fatal" };
	const service = await startService(env);
	return {
		origin: `http://localhost:${port}`,
		run: (file, ...args) =>
			promisify(execFile)(process.execPath, [path.resolve("dist/server", file), ...args], {
				env: { ...process.env, ...env },
			}),
		async stop() {
			await service.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
