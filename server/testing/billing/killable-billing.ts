import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startReady } from "../machine/built-service.ts";
import type { BillingApp } from "./billing.ts";

type Options = { app: BillingApp; port: number };

/** A second process of the application next to `app`, on the same database and Stripe, that can be killed. */
export async function startKillableBilling({ app, port }: Options) {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-victim-"));
	const start = () =>
		startReady("server/testing/billing/billing-victim.ts", {
			args: [String(app.proxy.port)],
			env: {
				PORT: String(port),
				DATA_DIR: dataDir,
				DATABASE_URL: app.deps.databaseUrl,
				LOG_LEVEL: "fatal",
				NODE_ENV: "test",
			},
		});
	let child = await start();

	return {
		origin: `http://localhost:${port}`,
		/** `kill -9`. */
		async kill(): Promise<void> {
			await child.stop("SIGKILL");
		},
		async restart(): Promise<void> {
			child = await start();
		},
		async stop(): Promise<void> {
			await child.stop("SIGKILL");
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
