import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startService } from "../../server/testing/machine/built-service.ts";
import { freePort } from "../../server/testing/machine/free-port.ts";

export type BuiltApp = {
	origin: string;
	/** Runs an operator's command on its data, such as `operator.command.js`. @returns what it printed */
	run: (file: string, ...args: string[]) => Promise<string>;
	stop: () => Promise<void>;
};

type Options = {
	env?: Record<string, string>;
	/** Another checkout than this one, such as that of an earlier commit; it must have been built. */
	checkout?: string | undefined;
};

/** Starts the built app as anyone would, with a data folder of its own on a free port, for commands that look at it. */
export async function startBuiltApp({ env: more = {}, checkout = "." }: Options = {}): Promise<BuiltApp> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-built-"));
	const port = String(await freePort());
	const env = { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: "fatal", ...more };
	const service = await startService(env, path.resolve(checkout));
	return {
		origin: `http://localhost:${port}`,
		async run(file, ...args) {
			const command = [path.resolve(checkout, "dist/server", file), ...args];
			const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } });
			return stdout;
		},
		async stop() {
			await service.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
