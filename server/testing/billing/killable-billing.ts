import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BillingApp } from "./billing.ts";

type Options = { app: BillingApp; port: number };

/** A second process of the application beside `app`, on the same database and Stripe, that can be killed. */
export async function startKillableBilling({ app, port }: Options) {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-victim-"));
	let child = await start();

	async function start(): Promise<ChildProcess> {
		const started = fork(path.resolve("server/testing/billing/billing-victim.ts"), [String(app.proxy.port)], {
			execArgv: ["--import", "tsx"],
			env: {
				// biome-ignore lint/style/noProcessEnv: a child needs PATH and HOME
				...process.env,
				PORT: String(port),
				DATA_DIR: dataDir,
				DATABASE_URL: app.deps.databaseUrl,
				LOG_LEVEL: "fatal",
				NODE_ENV: "test",
			},
			stdio: ["ignore", "ignore", "inherit", "ipc"],
		});
		await once(started, "message");
		return started;
	}

	return {
		origin: `http://localhost:${port}`,
		/** `kill -9`. */
		async kill(): Promise<void> {
			child.kill("SIGKILL");
			await once(child, "exit");
		},
		async restart(): Promise<void> {
			child = await start();
		},
		async stop(): Promise<void> {
			if (child.exitCode === null && child.signalCode === null) await this.kill();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
