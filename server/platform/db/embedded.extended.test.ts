import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { until } from "../../testing/app/until.ts";
import { holdUpDatabase } from "../../testing/machine/held-database.ts";
import { type EmbeddedDatabase, findEmbedded, startEmbedded } from "./embedded.ts";
import type { Held } from "./embedded-hold.ts";

const PATIENCE_MS = 60_000;

let dataDir: string;
const words: string[] = [];
const log = createLog({ logLevel: "warn" }, { write: (line) => void words.push(JSON.parse(line).msg) });
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-embedded-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function postmaster({ home }: EmbeddedDatabase): number {
	return Number(readFileSync(path.join(home, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
}

it("comes back each time that it dies, also in the moment when it has come back", async () => {
	const database = await startEmbedded({ dataDir, log });
	const timesBack = () => words.filter((word) => word.endsWith("runs again")).length;
	for (const times of [1, 2, 3]) {
		process.kill(postmaster(database), "SIGKILL");
		await until(() => timesBack() === times, PATIENCE_MS);
	}
	await database.stop();
	expect(findEmbedded({ dataDir })).toBeNull();
});

it.each<[string, (held: Held) => void | Promise<void>]>([
	["stopped", (held) => held.stop()],
	["abandoned", (held) => held.abandon()],
])("leaves nothing behind when it is %s in the middle of a start that takes long", async (_how, end) => {
	const { home, stop } = await startEmbedded({ dataDir, log });
	await stop();
	const held = await holdUpDatabase(home);
	let ending: Held | undefined;
	const begun = (started: Held) => {
		ending = started;
	};
	const start = startEmbedded({ dataDir, log, begun });
	await held.isWaiting();
	await Promise.all([ending && end(ending), expect(start).rejects.toThrow("did not start")]);
	await held.isOver();
	expect(findEmbedded({ dataDir })).toBeNull();
});
