import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startService } from "../../server/testing/machine/built-service.ts";
import { freePort } from "../../server/testing/machine/free-port.ts";
import { PATIENT } from "../../server/testing/machine/patient.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Address of the built service that the screens talk to. */
		screensOrigin: string;
	}
}

/**
 * Starts the built service once for all screen tests, with an embedded database and the sandbox.
 * `SCREENS_ORIGIN=http://localhost:3000` uses a service that runs already, while developing.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
	const running = process.env.SCREENS_ORIGIN;
	if (running) {
		project.provide("screensOrigin", running);
		return undefined;
	}
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-screens-"));
	const port = String(await freePort());
	const service = await startService({ PORT: port, DATA_DIR: dataDir, NODE_ENV: "development", ...PATIENT });
	project.provide("screensOrigin", `http://localhost:${port}`);
	return async () => {
		await service.stop();
		await rm(dataDir, { recursive: true, force: true });
	};
}
