import path from "node:path";
import { parseArgs } from "node:util";
import { startDebianPostgres } from "#server/testing/machine/debian-postgres.ts";
import { backups } from "#server/testing/steady/backup.ts";
import { bombs } from "#server/testing/steady/bombs.ts";
import { brokenUploads } from "#server/testing/steady/broken-uploads.ts";
import { fullDisk } from "#server/testing/steady/full-disk.ts";
import { guesses } from "#server/testing/steady/guesses.ts";
import { outages } from "#server/testing/steady/outage.ts";
import type { Report } from "#server/testing/steady/report.ts";
import { plainRestarts, proxyRestarts, rollingRestarts } from "#server/testing/steady/restarts.ts";
import { createRig, type Rig, type RigOptions } from "#server/testing/steady/rig.ts";
import { slowClients } from "#server/testing/steady/slow-clients.ts";
import { soak } from "#server/testing/steady/soak.ts";
import { upgrades } from "#server/testing/steady/upgrade.ts";
import { uploads } from "#server/testing/steady/uploads.ts";

/**
 * Proves the built service steady: `npm run steady -- --parts rolling,outage --restarts 10 --seconds 10`. Prints each
 * figure with its bound, then everything as JSON; ends with code 1 when a bound is not kept. Four parts run only when
 * named: nginx, caddy and backup need those of Debian's packages, upgrade an older release that was built (`--older <folder>`).
 */
const { values } = parseArgs({
	options: {
		parts: {
			type: "string",
			default: "rolling,sigterm,outage,slow-clients,guesses,uploads,bombs,broken-uploads,full-disk,soak",
		},
		/** Of rolling, nginx, caddy and sigterm. */
		restarts: { type: "string", default: "50" },
		/** Of backup and upgrade. */
		rounds: { type: "string", default: "3" },
		/** Of upgrade: the folder of another release. */
		older: { type: "string", default: "" },
		/** Of upgrade: nginx, or caddy. */
		proxy: { type: "string", default: "nginx" },
		/** Of each outage, and of the full disk once it is full. */
		seconds: { type: "string", default: "60" },
		/** Of slow-clients. */
		connections: { type: "string", default: "1000" },
		/** Of soak: it lasts so many minutes, and goes on until it has sent so many requests. */
		minutes: { type: "string", default: "30" },
		requests: { type: "string", default: "0" },
		/** At most so many requests of the soak a second. */
		rate: { type: "string", default: "1000" },
	},
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const [restarts, seconds, connections] = [values.restarts, values.seconds, values.connections].map(Number) as Three;
const [minutes, requests, perSecond] = [values.minutes, values.requests, values.rate].map(Number) as Three;
const rounds = Number(values.rounds);
const proxy = (["nginx", "caddy"] as const).find((each) => each === values.proxy);
if (proxy === undefined) throw new Error(`There is no proxy "${values.proxy}"; there are nginx and caddy.`);
type Three = [number, number, number];

const parts: Record<string, (rig: Rig) => Promise<Report>> = {
	rolling: (rig) => rollingRestarts(rig, { restarts }, say),
	nginx: (rig) => proxyRestarts(rig, { proxy: "nginx", restarts }, say),
	caddy: (rig) => proxyRestarts(rig, { proxy: "caddy", restarts }, say),
	backup: (rig) => backups(rig, { rounds }, say),
	upgrade: (rig) => upgrades(rig, { proxy, rounds, older: values.older }, say),
	sigterm: (rig) => plainRestarts(rig, { restarts }, say),
	outage: (rig) => outages(rig, { seconds }, say),
	"slow-clients": (rig) => slowClients(rig, { connections }, say),
	guesses: (rig) => guesses(rig, say),
	uploads: (rig) => uploads(rig, say),
	bombs: (rig) => bombs(rig, say),
	"broken-uploads": (rig) => brokenUploads(rig, say),
	"full-disk": (rig) => fullDisk(rig, { seconds }, say),
	soak: (rig) => soak(rig, { minutes, requests, perSecond }, say),
};

/** Parts that need another PostgreSQL, or one at another schema. */
const rigs: Record<string, RigOptions> = {
	nginx: { isDirect: true },
	caddy: { isDirect: true },
	backup: { startDatabase: startDebianPostgres, isDirect: true },
	upgrade: { isDirect: true, migrations: path.join(values.older, "migrations") },
};

const reports: Report[] = [];
for (const name of values.parts.split(",")) {
	const run = parts[name];
	if (run === undefined) throw new Error(`There is no part "${name}"; there are ${Object.keys(parts).join(", ")}.`);
	say(`\n${name}`);
	const rig = await createRig(rigs[name]);
	const report = await run(rig).finally(() => rig.close());
	for (const figure of report.figures) {
		const verdict = figure.bound === null ? "" : ` (${figure.bound})${figure.isKept ? "" : " NOT KEPT"}`;
		say(`  ${figure.name}: ${figure.value}${verdict}`);
	}
	reports.push(report);
}
say(JSON.stringify(reports, null, "\t"));
process.exitCode = reports.every(({ figures }) => figures.every(({ isKept }) => isKept)) ? 0 : 1;
