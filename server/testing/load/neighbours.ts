import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startReady } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";
import { createLatencies } from "./latencies.ts";
import { makeAccounts, publicPaths } from "./neighbours/accounts.ts";
import { ATTACKS, type Attack } from "./neighbours/attacks.ts";
import { createCast } from "./neighbours/cast.ts";
import { COSTLY_FILES } from "./neighbours/costly-files.ts";
import { detoursTo } from "./neighbours/detours.ts";
import { PROGRAMS } from "./neighbours/programs.ts";
import { type Measured, TABLE_HEAD, validated } from "./neighbours/report.ts";
import { ROUTES } from "./neighbours/routes.ts";
import { WEBHOOK_FLOOD } from "./neighbours/webhook-flood.ts";

/**
 * `npm run night -- neighbours`: hostile accounts do the worst of one route after the other next to 50 visitors a second and one
 * honest customer of the built service, in production mode with its limits on. Prints a table of what it cost the
 * others; ends with code 1 where a bound of `report.ts` is not kept. `-- --seconds 10` makes each attack shorter,
 * `--only "CSV,outbound"` chooses those whose name has one of these words, `--attacks` leaves the other routes out.
 */
const { values } = parseArgs({
	options: { seconds: { type: "string" }, only: { type: "string" }, attacks: { type: "boolean" } },
});
const attackMs = Number(values.seconds ?? 60) * 1_000;
const quietMs = Math.max(4_000, attackMs / 3);
const WARM_UP_MS = 8_000;
const METRICS_TOKEN = "neighbours-metrics-token";

const chosen = [...ATTACKS, ...COSTLY_FILES, ...PROGRAMS, WEBHOOK_FLOOD, ...(values.attacks ? [] : ROUTES)].filter(
	isChosen,
);
const webPort = await freePort();
const rig = await prepareDatabase({ links: 0, views: 0 });
const web = await startReady("server/testing/load/neighbours/web.ts", { args: [String(webPort)] });
const service = await startOnRig(rig, {
	...{ NODE_ENV: "production", SANDBOX: "1", HOST: "127.0.0.1", METRICS_TOKEN, TRUST_PROXY: "1" },
	NODE_OPTIONS: detoursTo(webPort),
});
const { hostile, honest } = await makeAccounts(service.origin, rig.pool);
const cast = await createCast({
	...{
		port: service.port,
		service,
		web,
		hostile,
		honest,
		paths: publicPaths(honest).slice(1),
		token: METRICS_TOKEN,
		TRUST_PROXY: "1",
	},
	dataDir: path.join(rig.dataDir, "service"),
});
try {
	await cast.quiet(WARM_UP_MS);
	const allQuiet = createLatencies();
	const measured: Measured[] = [];
	for (const attack of chosen) {
		const quiet = await cast.quiet(quietMs);
		allQuiet.addAll(quiet);
		const seen = await cast.beside(attack, { attackMs, quietP99: quiet.percentile(0.99) });
		measured.push(seen);
		process.stderr.write(`${validated(seen, allQuiet.percentile(0.99)).row}\n`);
	}
	const quietP99 = allQuiet.percentile(0.99);
	process.stdout.write(
		`\nVisitors' p99 of all quiet times: ${quietP99} ms. ${attackMs / 1_000} s each; load ${os.loadavg()[1]?.toFixed(1)}.\n\n${TABLE_HEAD}\n`,
	);
	for (const each of measured) {
		const { row, broken } = validated(each, quietP99);
		process.stdout.write(`${row}\n`);
		if (broken.length > 0) process.exitCode = 1;
	}
} finally {
	await cast.stop();
	await service.stop("SIGKILL");
	await delay(100);
	await rig.stop();
}

function isChosen({ name }: Attack): boolean {
	const words = values.only?.split(",") ?? [""];
	return words.some((word) => name.toLowerCase().includes(word.trim().toLowerCase()));
}
