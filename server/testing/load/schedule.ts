import http from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../machine/free-port.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startKillableService } from "../machine/kill-runner.ts";

/**
 * `tsx server/testing/load/schedule.ts`: 1,000 visits around the second in which links open, and as many around the
 * one in which they end, through two processes of the build; of half of the links nobody has asked before. Prints how
 * far from its moment the last wrong answer was sent off, in milliseconds; ends with code 1 beyond a second.
 */
const VISITS = 1_000;
const AROUND_MS = 2_000;
const MOST_WRONG_MS = 1_000;
const PERSON = {
	"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	"Accept-Language": "en",
};

const database = await prepareDatabase({ links: VISITS, views: 0 });
const ports = [await freePort(), await freePort()];
const services = await Promise.all(
	ports.map((port, n) =>
		startKillableService({
			DATABASE_URL: database.databaseUrl,
			DATA_DIR: path.join(database.dataDir, `process-${n}`),
			PORT: String(port),
			LOG_LEVEL: "fatal",
		}),
	),
);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

for (const edge of ["starts_at", "ends_at"] as const) {
	const moment = new Date(Date.now() + 15_000);
	await database.pool.query(`UPDATE links SET starts_at = NULL, ends_at = NULL`);
	await database.pool.query(`UPDATE links SET ${edge} = $1`, [moment]);
	// Half of them are in both caches by then.
	for (let n = 1; n <= VISITS / 2; n += 1) await Promise.all(ports.map((port) => visit(port, n)));
	await delay(Math.max(0, moment.getTime() - AROUND_MS - Date.now()));
	const visits = Array.from({ length: VISITS }, async (_, n) => {
		await delay((n * 2 * AROUND_MS) / VISITS);
		const sentAt = Date.now();
		const status = await visit(ports[n % 2] ?? 0, 1 + ((n * 7) % VISITS));
		return { sentAt, answeredAt: Date.now(), isOpen: status === 302 };
	});
	report(edge, moment.getTime(), await Promise.all(visits));
}
agent.destroy();
await Promise.all(services.map((service) => service.stop()));
await database.stop();

type Seen = { sentAt: number; answeredAt: number; isOpen: boolean };

/** An answer is wrong by how long before it was sent for, or after it had come, it would have been right. */
function report(edge: string, moment: number, seen: Seen[]): void {
	const wrongBy = seen.map(({ sentAt, answeredAt, isOpen }) => {
		const isAsBefore = isOpen === (edge === "ends_at");
		return isAsBefore ? Math.max(0, sentAt - moment) : Math.max(0, moment - answeredAt);
	});
	const worst = Math.max(...wrongBy);
	const before = seen.filter(({ answeredAt }) => answeredAt < moment).length;
	process.stdout.write(
		`${edge}: ${seen.length} visits, ${before} before it, ${wrongBy.filter((ms) => ms > 0).length} wrong, worst by ${worst} ms\n`,
	);
	if (worst > MOST_WRONG_MS) process.exitCode = 1;
}

function visit(port: number, n: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const request = http.get({ port, path: `/go/bench/link${n}`, headers: PERSON, agent }, (response) => {
			response.resume();
			response.on("end", () => resolve(response.statusCode ?? 0));
		});
		request.on("error", reject);
	});
}
