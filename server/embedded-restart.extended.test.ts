import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { findEmbedded } from "#server/platform/db/embedded.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createBrowser } from "./testing/app/browser.ts";
import { seedLinks } from "./testing/app/seeded-links.ts";
import { signIn } from "./testing/app/sign-up.ts";
import { until } from "./testing/app/until.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { childrenOf, startKillableService } from "./testing/machine/kill-runner.ts";

const RESTART_MS = 100_000;

/** The service on its embedded database, with the first process of that database. */
async function withEmbedded(
	use: (running: { origin: string; postmaster: () => Promise<number>; dataDir: string }) => Promise<void>,
) {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-restart-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	const port = await freePort();
	const service = await startKillableService({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "fatal" });
	const postmaster = async () =>
		Number((await readFile(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8")).split("\n")[0]);
	try {
		await use({ origin: `http://localhost:${port}`, postmaster, dataDir });
	} finally {
		expect(await service.stop()).toBe(0);
		await rm(dataDir, { recursive: true, force: true });
	}
}

test("an embedded database that is killed is started again with its data, and /readyz tells the truth", {
	timeout: 300_000,
}, async () => {
	await withEmbedded(async ({ origin, postmaster, dataDir }) => {
		const readiness = async () => {
			const answer = await fetch(`${origin}/readyz`);
			return { code: answer.status, ...((await answer.json()) as { status: string; database: string }) };
		};
		const grace = createBrowser(origin);
		await signIn(grace, "grace@example.com");
		const database = new pg.Client({ connectionString: findEmbedded({ dataDir }) ?? "" });
		database.on("error", () => {});
		await database.connect();
		const [link = ""] = await seedLinks(database, 1);
		// The database of a machine under load may be late to answer.
		await until(async () => (await readiness()).code === 200, RESTART_MS);

		const killed = await postmaster();
		// Stopped first, so that none of its processes is quick enough to hide that it is away.
		process.kill(killed, "SIGSTOP");
		for (const pid of childrenOf(killed)) process.kill(pid, "SIGKILL");
		await until(async () => (await readiness()).code === 503, RESTART_MS);
		expect(await readiness()).toMatchObject({ code: 503, status: "database_away", database: "down" });
		process.kill(killed, "SIGKILL");
		await until(async () => (await readiness()).code === 200, RESTART_MS);

		expect(await postmaster()).not.toBe(killed);
		expect(await (await grace.get(API.auth.user)).json()).toMatchObject({ email: "grace@example.com" });
		expect(await (await fetch(`${origin}${link}`)).text()).toContain("https://example.com/1");
		await database.end();
	});
});
