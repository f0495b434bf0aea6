import { readdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { CARD_TARGETS } from "#shared/links/cards/card-targets.ts";
import { until } from "../app/until.ts";
import { ask, startReady, startService } from "../machine/built-service.ts";
import { cpuSecondsOf, cpuSecondsOfChildren, postmasterOf } from "../machine/cpu-time.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { APP_PORT, BARE_PORT, BEFORE, BEFORE_PORT, benchCases, benchHost, type Case } from "./bench-cases.ts";
import { median, type Row, ratio, reportBench, rounded } from "./bench-report.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { measureWrites } from "./writes.ts";

const WARM_UP_MS = 8_000;

const { values: options } = parseArgs({
	options: {
		links: { type: "string", default: "1000" },
		views: { type: "string", default: "0" },
		/** Of each measurement. */
		seconds: { type: "string", default: "6" },
		/** An even number, where another checkout is compared. */
		rounds: { type: "string", default: "4" },
		connections: { type: "string", default: "32,128" },
		/** Which cases; the bare server is always among them. */
		only: { type: "string", default: "abcd" },
		/** Another checkout that has been built: the same cases against it, turn by turn, and how much faster this one is. */
		before: { type: "string" },
		/** Every link here shows each of the six targets another card (P201); in the other checkout none does. */
		"own-cards": { type: "boolean", default: false },
		/** Verified domains here, each link on one of them; every second request asks at the link's. The other checkout has none. */
		domains: { type: "string", default: "0" },
		json: { type: "string" },
		/** Instead: what a view costs PostgreSQL, by statement. */
		writes: { type: "boolean", default: false },
	},
});

if (options.writes)
	await measureWrites({ links: Number(options.links), say: (line) => process.stdout.write(`${line}\n`) });
else await bench();

/**
 * Measures `/go` against bare `node:http`, all in one run, and checks that every view answered is a view counted.
 * Everything is run once before, as in a service that has been up for a minute. Then the cases take turns, for other
 * programs on the machine come and go; of each case the round with the median ratio is told.
 */
async function bench(): Promise<void> {
	const now = await startSubject(APP_PORT);
	const before = options.before ? await startSubject(BEFORE_PORT, path.resolve(options.before)) : null;
	const bare = await startReady("server/testing/load/bare.ts", { args: [String(BARE_PORT)] });
	const subjectOf = ({ port }: Case) => (port === BEFORE_PORT && before ? before : now);
	const cpu = (each: Case) => ({
		server: cpuSecondsOf((each.port === BARE_PORT ? bare : subjectOf(each).app).process.pid ?? 0),
		database: cpuSecondsOfChildren(subjectOf(each).postmaster),
	});

	async function run(each: Case, connections: number, measureMs: number): Promise<Omit<Row, "ratio">> {
		const { database } = subjectOf(each);
		const countedBefore = await counted(database);
		const cpuBefore = cpu(each);
		const load = await measure(each, connections, measureMs);
		const cpuAfter = cpu(each);
		const checked = check(each, load, (await counted(database)) - countedBefore);
		const all = Object.values(load.answered).reduce((sum, count) => sum + count, 0);
		return {
			case: each.name,
			connections,
			...rounded(load),
			serverCpu: Math.round(((cpuAfter.server - cpuBefore.server) * 1e6) / all),
			databaseCpu: Math.round(((cpuAfter.database - cpuBefore.database) * 1e6) / all),
			checked,
		};
	}

	const rows: Row[] = [];
	const all = benchCases({
		only: options.only,
		hasBefore: options.before !== undefined,
		links: Number(options.links),
		domains: Number(options.domains),
	});
	const connections = options.connections.split(",").map(Number);
	try {
		for (const each of all) await run(each, Math.max(...connections), WARM_UP_MS);
		for (const many of connections) {
			const rounds: Row[][] = [];
			while (rounds.length < Number(options.rounds)) {
				const ran = new Map<Case, Omit<Row, "ratio">>();
				// Anyone who comes later is faster on some machines, so every second round goes the other way.
				for (const each of rounds.length % 2 === 0 ? all : all.toReversed()) {
					ran.set(each, await run(each, many, Number(options.seconds) * 1_000));
				}
				rounds.push(compared(all.flatMap((each) => ran.get(each) ?? [])));
			}
			for (const n of all.keys()) rows.push(median(rounds.flatMap((round) => round[n] ?? [])));
		}
	} finally {
		await bare.stop();
		for (const subject of [now, before]) {
			await subject?.app.stop();
			await subject?.database.stop();
		}
	}
	await reportBench(rows, options);
}

/** The rows of a round, the bare server's first: each next to that, and those of the other checkout next to ours. */
function compared(rows: Omit<Row, "ratio">[]): Row[] {
	return rows.map((row) => {
		const same = rows.find(({ case: name }) => row.case === `${name}${BEFORE}`);
		return { ...row, ratio: ratio(row, rows[0] ?? row), ...(same && { toBefore: ratio(same, row) }) };
	});
}

/** A service on a database of its own. */
async function startSubject(port: number, checkout?: string) {
	const { links, views } = options;
	const wanted = { links: Number(links), views: Number(views), ...(checkout && { checkout }) };
	const database = await prepareDatabase(wanted);
	if (options["own-cards"] && !checkout) await seedOwnCards(database.pool);
	if (!checkout) await seedDomains(database.pool, Number(options.domains));
	const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir, PORT: String(port) };
	return { database, app: await startService(env, checkout), postmaster: await postmasterOf(database.pool) };
}

async function seedOwnCards(pool: pg.Pool): Promise<void> {
	await pool.query("ALTER TABLE link_cards DISABLE TRIGGER link_cards_count_version");
	await pool.query(
		`INSERT INTO link_cards (link_id, target, title, description, image_url, color)
		SELECT l.id, t, left(l.title || ' for ' || t, 60), l.description, '/images/' || md5(l.id || t) || '.jpg', '#cb3419'
		FROM links l, unnest($1::text[]) AS t`,
		[CARD_TARGETS],
	);
	await pool.query("ALTER TABLE link_cards ENABLE TRIGGER link_cards_count_version");
	await pool.query("VACUUM ANALYZE link_cards");
}

async function seedDomains(pool: pg.Pool, domains: number): Promise<void> {
	const hosts = Array.from({ length: domains }, (_, place) => benchHost(place, domains));
	await pool.query(
		`INSERT INTO domains (user_id, host, token, verified_at)
		SELECT 'bench', host, md5(host), now() FROM unnest($1::text[]) AS host`,
		[hosts],
	);
	if (domains > 0) await pool.query("UPDATE links SET domain_id = 1 + (id - 1) % $1", [domains]);
	await pool.query("VACUUM ANALYZE domains, links");
}

function measure({ port, requests }: Case, connections: number, measureMs: number): Promise<LoadResult> {
	const order: LoadOrder = { port, connections, requests, warmUpMs: 2_000, measureMs };
	return ask("server/testing/load/load.ts", order);
}

/** How many views are counted once none waits in the spool: a busy machine sends some through it, and they count later. */
async function counted({ pool, dataDir }: { pool: pg.Pool; dataDir: string }): Promise<number> {
	const spool = path.join(dataDir, "view-spool");
	await until(async () => (await readdir(spool).catch(() => [])).length === 0);
	const { rows } = await pool.query<{ counters: string }>("SELECT sum(views_human + views_bot) AS counters FROM links");
	return Number(rows[0]?.counters ?? 0);
}

function check({ status, isCounted }: Case, { answered }: LoadResult, views: number): string {
	const answers = answered[status] ?? 0;
	const others = Object.keys(answered).filter((other) => other !== status);
	if (others.length > 0) throw new Error(`Unexpected answers: ${JSON.stringify(answered)}`);
	if (views !== (isCounted ? answers : 0)) throw new Error(`${answers} answered, but ${views} counted`);
	return isCounted ? `${answers} answered = counted` : `${answers} answered, 0 counted`;
}
