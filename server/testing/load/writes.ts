import pg from "pg";
import type { CountedView } from "#server/public/views/counted-view.ts";
import { COUNTING_PLAN, insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { forgetOldVisitors } from "#server/public/views/view-retention.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { aggregateOnce, quietAggregator } from "../analytics/aggregate-views.ts";
import { randomFrom } from "../analytics/chart-truth.ts";
import { cpuSecondsOf, cpuSecondsOfChildren, postmasterOf } from "../machine/cpu-time.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { browserUserAgents } from "./user-agents.ts";

const OWNERS = 100;
const SOURCES = ["", "instagram", "x", "letter", "example.com", "facebook", "linkedin", "qr"];
/** Connections that insert at once, views a batch, views in all. */
const INSERTS = [
	{ connections: 1, batch: 1, views: 4_000 },
	{ connections: 2, batch: 8, views: 40_000 },
	{ connections: 12, batch: 8, views: 40_000 },
	{ connections: 2, batch: 32, views: 100_000 },
	{ connections: 12, batch: 32, views: 100_000 },
	{ connections: 2, batch: 1_000, views: 200_000 },
	{ connections: 12, batch: 1_000, views: 200_000 },
];

type Cost = {
	what: string;
	rows: number;
	perSecond: number;
	server: number;
	database: number;
	wal: number;
	images: number;
};

/**
 * `npm run night -- bench --writes`: what a view costs PostgreSQL, in microseconds of CPU and bytes of WAL, by the service's
 * own statements: stored in batches from several connections, spread over links and all of one link, then aggregated, then
 * without its address. Rows a second are this machine's, whose processors this program shares.
 */
export async function measureWrites({ links, say }: { links: number; say: (line: string) => void }): Promise<void> {
	const rig = await prepareDatabase({ links, views: 0 });
	const pool = new pg.Pool({ connectionString: rig.databaseUrl, max: 12, options: COUNTING_PLAN });
	const postmaster = await postmasterOf(rig.pool);
	const databaseCpu = () => cpuSecondsOf(postmaster) + cpuSecondsOfChildren(postmaster);

	async function measure(what: string, work: () => Promise<number>): Promise<void> {
		await rig.pool.query("CHECKPOINT");
		const [walBefore, itsBefore, ownBefore, begun] = [await readWal(), databaseCpu(), process.cpuUsage(), Date.now()];
		const rows = await work();
		const seconds = (Date.now() - begun) / 1_000;
		const [own, its, wal] = [process.cpuUsage(ownBefore), databaseCpu() - itsBefore, await readWal()];
		const cost: Cost = {
			what,
			rows,
			perSecond: rows / seconds,
			server: (own.user + own.system) / rows,
			database: (its * 1e6) / rows,
			wal: (wal.bytes - walBefore.bytes) / rows,
			images: wal.images - walBefore.images,
		};
		const { perSecond, server, database } = cost;
		say(
			`| ${what} | ${rows} | ${[perSecond, server, database, cost.wal].map(Math.round).join(" | ")} | ${cost.images} |`,
		);
	}

	async function readWal(): Promise<{ bytes: number; images: number }> {
		await rig.pool.query("SELECT pg_stat_force_next_flush()");
		const { rows } = await rig.pool.query("SELECT wal_bytes AS bytes, wal_fpi AS images FROM pg_stat_wal");
		return { bytes: Number(rows[0]?.bytes), images: Number(rows[0]?.images) };
	}

	async function insert({ connections, batch, views }: (typeof INSERTS)[number], ofLinks: number): Promise<number> {
		const make = viewMaker(ofLinks);
		let left = views;
		await Promise.all(
			Array.from({ length: connections }, async () => {
				while (left > 0) {
					left -= batch;
					await insertViews(pool, Array.from({ length: batch }, make));
				}
			}),
		);
		return views;
	}

	try {
		await spreadOwners(rig.pool);
		say("| What | Rows | Rows a second | CPU µs here | CPU µs database | WAL bytes | Page images |");
		say("|---|---:|---:|---:|---:|---:|---:|");
		for (const each of INSERTS)
			for (const ofLinks of [links, 1])
				await measure(`${each.connections} connections, batches of ${each.batch}, ${ofLinks} link(s)`, () =>
					insert(each, ofLinks),
				);
		const aggregator = quietAggregator({ pool: rig.pool, countryOf: () => null });
		await measure("aggregated", () => aggregateOnce(aggregator));
		await measure("without addresses", () => forgetAddresses(rig.pool));
	} finally {
		await pool.end();
		await rig.stop();
	}
}

async function spreadOwners(pool: pg.Pool): Promise<void> {
	await pool.query("ALTER TABLE links DISABLE TRIGGER USER");
	await pool.query(
		`INSERT INTO users (id, email, user_slug) SELECT 'owner' || n, n || '@example.com', 'owner' || n FROM generate_series(0, $1) AS n`,
		[OWNERS - 1],
	);
	await pool.query("UPDATE links SET user_id = 'owner' || id % $1", [OWNERS]);
	await pool.query("ALTER TABLE links ENABLE TRIGGER USER");
	await pool.query("VACUUM (FULL, ANALYZE) links");
}

/** Three of four by people; the first links have most, as in the measurement of charts. */
function viewMaker(links: number): () => CountedView {
	const random = randomFrom(7);
	const agents = browserUserAgents(500);
	return () => {
		const at = Date.now();
		const isBot = random(4) === 0;
		const linkId = 1 + Math.floor(links * (random(1e6) / 1e6) ** 3);
		return {
			id: newViewId(at),
			at,
			userId: `owner${linkId % OWNERS}`,
			linkId,
			ip: `${2 + random(200)}.${random(250)}.7.0`,
			userAgent: agents[random(agents.length)] ?? "",
			clientWidth: 0,
			clientHeight: 0,
			attribution: isBot ? "whatsapp" : (SOURCES[random(SOURCES.length)] ?? ""),
			isBot,
			kind: isBot ? "preview" : "human",
			visitor: isBot ? null : String(random(1e9)),
		};
	};
}

async function forgetAddresses(pool: pg.Pool): Promise<number> {
	const client = await pool.connect();
	const { rows } = await client.query<{ n: string }>("SELECT count(*) AS n FROM views WHERE ip IS NOT NULL");
	await forgetOldVisitors(client, new Date(Date.now() + 100 * DAY_MS));
	client.release();
	return Number(rows[0]?.n);
}
