import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runFailover } from "../../testing/durability/failover.ts";
import { type FailoverCluster, startDatabasePair } from "../../testing/machine/database-pair.ts";

let dataDir: string;
let cluster: FailoverCluster | undefined;
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-failover-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
});
afterAll(async () => {
	await cluster?.stop();
	await rm(dataDir, { recursive: true, force: true });
});

it("loses no visitor and no view when the primary is killed and its standby promoted (P690)", async () => {
	cluster = await startDatabasePair(dataDir);
	const rounds = await runFailover({ cluster, dataDir, rounds: 1, perSecond: 100, links: 20, loadMs: 1_000 });
	expect(rounds).toEqual([expect.objectContaining({ failed: 0, lost: 0, twice: 0 })]);
	expect(rounds[0]?.answered).toBeGreaterThan(0);
});
