import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startDatabasePair } from "../machine/database-pair.ts";
import { startPatroniPair } from "../machine/patroni.ts";
import { runDurability } from "./durability.ts";
import { runFailover } from "./failover.ts";

const { values } = parseArgs({
	options: {
		"app-kills": { type: "string", default: "100" },
		"database-kills": { type: "string", default: "20" },
		"outage-seconds": { type: "string", default: "60" },
		connections: { type: "string", default: "32" },
		port: { type: "string", default: "4480" },
		failovers: { type: "string", default: "0" },
		patroni: { type: "boolean", default: false },
	},
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (Number(values.failovers) > 0) process.exit((await failOver()) ? 0 : 1);

const result = await runDurability(
	{
		port: Number(values.port),
		connections: Number(values.connections),
		appKills: Number(values["app-kills"]),
		databaseKills: Number(values["database-kills"]),
		outageMs: Number(values["outage-seconds"]) * 1_000,
	},
	say,
);
say(JSON.stringify(result, null, "\t"));
const isSound = result.wrongLinks === 0 && result.wrongCounters === 0 && result.failedInOutage === 0;
const isWholeInTime = result.wholeAfterMs <= 3_000;
process.exitCode = isSound && isWholeInTime ? 0 : 1;

/** Instead of the kills: primaries that are killed and standbys that are promoted, by hand or by Patroni. */
async function failOver(): Promise<boolean> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-failover-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	const cluster = await (values.patroni ? startPatroniPair : startDatabasePair)(path.join(dataDir, "pair"));
	say(
		"| Round | Answered | Failed | Lost | Twice | Promoted, s | Views taken again, s |\n|---:|---:|---:|---:|---:|---:|---:|",
	);
	let round = 0;
	const plan = { cluster, dataDir, rounds: Number(values.failovers), perSecond: 500, links: 50, loadMs: 5_000 };
	const rounds = await runFailover(plan, (done) => {
		round += 1;
		say(`| ${[round, ...Object.values(done)].join(" | ")} |`);
	}).finally(cluster.stop);
	await rm(dataDir, { recursive: true, force: true });
	return rounds.every(({ failed, lost, twice }) => failed + lost + twice === 0);
}
