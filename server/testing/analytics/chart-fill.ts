import type pg from "pg";
import { indexPartitions, summarize } from "#server/analytics/aggregate-mark.ts";
import type { Readers } from "#server/analytics/aggregate-slice.ts";
import { addView, mergedDay, newDayAggregate } from "#server/analytics/day-aggregate.ts";
import { type AggregatedRow, factsOf } from "#server/analytics/view-facts.ts";
import { browserUserAgents } from "../load/user-agents.ts";
import { randomFrom } from "./chart-truth.ts";

const SOURCES = ["", "instagram", "x", "letter", "example.com", "facebook", "linkedin", "qr"];
const DAY_MS = 24 * 3_600_000;
/** Views of a link's day, of which each has a few days that others are made after. */
const SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40, 60, 100, 200, 400, 800, 1_600, 3_200, 6_400];
const KINDS_OF_DAYS = 4;
/** The first links have a tag. */
export const TAGGED_LINKS = 10_000;
const BUSY_LINKS = TAGGED_LINKS;
const DAYS_OF_OTHERS = 31;

/** For filling alone: what a crash would lose is made again. */
export async function hurryDatabase(pool: pg.Pool): Promise<void> {
	for (const setting of ["fsync = off", "full_page_writes = off", "synchronous_commit = off"])
		await pool.query(`ALTER SYSTEM SET ${setting}`);
	await pool.query("ALTER SYSTEM SET max_wal_size = '4GB'");
	await pool.query("SELECT pg_reload_conf()");
}

/** PostgreSQL as it is set up by itself. */
export async function calmDatabase(pool: pg.Pool): Promise<void> {
	await pool.query("ALTER SYSTEM RESET ALL");
	await pool.query("SELECT pg_reload_conf()");
	await pool.query("CHECKPOINT");
}

type Filled = { userId: string; links: number; views: number; days: number };

/** Links of one account; the first have most of the views. */
export async function fillLinks(pool: pg.Pool, { userId, links }: Pick<Filled, "userId" | "links">): Promise<void> {
	await pool.query("ALTER TABLE links DISABLE TRIGGER links_announce_change");
	await pool.query(
		`INSERT INTO links (id, user_id, link_slug, target_url, title, description, tags)
		OVERRIDING SYSTEM VALUE
		SELECT n, $1, 'link' || n, 'https://example.com/articles/' || n, 'Title of link ' || n, 'What is behind link number ' || n,
			CASE WHEN n <= $3 THEN ARRAY['Tag ' || n % 50] ELSE '{}' END
		FROM generate_series(1, $2) AS n`,
		[userId, links, TAGGED_LINKS],
	);
	await pool.query("ALTER TABLE links ENABLE TRIGGER links_announce_change");
	await pool.query("VACUUM ANALYZE links");
}

/** Views of the last days in the order of time, as rows from before they were folded. */
export async function fillViews(pool: pg.Pool, { userId, links, views, days }: Filled): Promise<void> {
	await makePartitions(pool, days);
	await pool.query("ALTER TABLE views ALTER COLUMN tx DROP DEFAULT");
	await pool.query({
		text: `INSERT INTO views (id, timestamp, user_id, link_id, ip, user_agent, attribution, is_bot, kind)
		SELECT (left(hex, 8) || '-' || right(hex, 4) || '-7' || substr(md5, 1, 3) || '-8' || substr(md5, 4, 3)
				|| '-' || substr(md5, 7, 12))::uuid,
			to_timestamp(ms / 1000.0), $3, 1 + floor($2 * power(random(), 3))::int,
			(2 + n % 200) || '.' || n % 250 || '.7.0',
			($5::text[])[1 + n % 500], CASE WHEN n % 4 = 0 THEN 'whatsapp' ELSE ($6::text[])[1 + n % 8] END, n % 4 = 0,
			CASE WHEN n % 4 = 0 THEN 'preview' ELSE 'human' END
		FROM (SELECT n, floor(extract(epoch FROM now()) * 1000 - ($1 - n + random()) / $1 * $4 * 86400000.0)::bigint AS ms
			FROM generate_series(1, $1::int) AS n) AS made, lpad(to_hex(ms), 12, '0') AS hex, md5(n::text)`,
		values: [views, links, userId, days, browserUserAgents(500), SOURCES],
	});
	await pool.query("ALTER TABLE views ALTER COLUMN tx SET DEFAULT txid_current()");
	await pool.query("UPDATE fold_state SET is_backfilled = false");
	await indexPartitions(pool);
	await summarize(pool);
	await pool.query("VACUUM ANALYZE views");
}

/** Of the months that nobody had a service for. */
async function makePartitions(pool: pg.Pool, days: number): Promise<void> {
	await pool.query(`DO $$
		DECLARE month date := date_trunc('month', now() - interval '${Number(days) + 1} days');
		BEGIN
			WHILE month < now() LOOP
				IF to_regclass('views_' || to_char(month, 'YYYY_MM')) IS NULL THEN
					EXECUTE format('CREATE TABLE %I PARTITION OF views FOR VALUES FROM (%L) TO (%L)', 'views_' || to_char(month, 'YYYY_MM'),
						month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month')::timestamp AT TIME ZONE 'UTC');
				END IF;
				month := month + interval '1 month';
			END LOOP;
		END $$`);
}

/** Days of the account and of its links as folded from so many views, without the views: made after days that were. */
export async function fillAggregates(pool: pg.Pool, filled: Filled, readers: Readers): Promise<void> {
	const { userId, links, views, days } = filled;
	const random = randomFrom(4);
	const agents = browserUserAgents(500);
	await pool.query(
		"CREATE TABLE days_made (views int, kind int, human int, bot int, visitors int, breakdowns json, quarters json)",
	);
	const keep = async (size: number, kind: number, ofAccount: boolean) => {
		const aggregate = newDayAggregate();
		for (let n = 0; n < size; n++) {
			const row = viewMade(random, agents);
			const facts = factsOf(row, readers);
			if (ofAccount && !row.isBot) facts.values.link = String(1 + Math.floor(links * (random(1e6) / 1e6) ** 3));
			addView(aggregate, facts);
		}
		const day = mergedDay(undefined, aggregate, Math.ceil(aggregate.human * 0.8), new Map());
		const made = [
			ofAccount ? 0 : size,
			kind,
			day.human,
			day.bot,
			day.visitors,
			JSON.stringify(day.breakdowns),
			JSON.stringify(day.quarters),
		];
		await pool.query("INSERT INTO days_made VALUES ($1, $2, $3, $4, $5, $6, $7)", made);
	};
	for (const size of SIZES) for (let kind = 0; kind < KINDS_OF_DAYS; kind++) await keep(size, kind, false);
	const aDay = Math.round(views / days);
	for (let kind = 0; kind < KINDS_OF_DAYS; kind++) await keep(aDay, kind, true);
	await pool.query(
		`INSERT INTO user_days SELECT $1, current_date - d, human, bot, visitors, breakdowns, quarters
		FROM generate_series(0, 2 * $2::int) AS d JOIN days_made ON kind = d % ${KINDS_OF_DAYS} AND views = 0`,
		[userId, days],
	);
	// As many views as the cubic law of `fillViews` gives each link, more or less, by the nearest size that was made. Links
	// that are seen once a day have a month alone, for the sake of the disk: a chart reads none but its own link's days.
	// Millions of rows in one statement are too many for the triggers that add months.
	await pool.query("ALTER TABLE link_days DISABLE TRIGGER USER");
	await pool.query({
		text: `INSERT INTO link_days
		SELECT link, current_date - d, made.human, made.bot, made.visitors, made.breakdowns, made.quarters
		FROM (SELECT link, d, floor($3 * (power(link / $1::float, 1 / 3.0) - power((link - 1) / $1::float, 1 / 3.0))
				* (0.3 + 1.4 * random()) + random())::int AS n
			FROM generate_series(1, $1::int) AS link,
				generate_series(0, CASE WHEN link <= ${BUSY_LINKS} THEN $2::int ELSE ${DAYS_OF_OTHERS} END) AS d OFFSET 0) AS wanted
		CROSS JOIN LATERAL (SELECT max(size) AS size FROM unnest($4::int[]) AS size WHERE size <= wanted.n) AS nearest
		JOIN days_made AS made ON made.views = nearest.size AND made.kind = (link + d) % ${KINDS_OF_DAYS}`,
		values: [links, days, aDay, SIZES],
	});
	await pool.query("ALTER TABLE link_days ENABLE TRIGGER USER");
	await pool.query(`INSERT INTO link_months
		SELECT link_id, date_trunc('month', day)::date, sum(human), sum(bot) FROM link_days GROUP BY 1, 2`);
	await pool.query("VACUUM ANALYZE link_days, link_months, user_days");
}

function viewMade(random: (end: number) => number, agents: string[]): AggregatedRow {
	const isBot = random(4) === 0;
	const attribution =
		random(3) === 0 ? `source-${Math.floor(400 * (random(1e6) / 1e6) ** 2)}.example.com` : SOURCES[random(8)];
	return {
		...{
			id: "",
			at: Date.now() - (Date.now() % DAY_MS) + random(DAY_MS),
			userId: "",
			linkId: 0,
			isBot,
			visitor: null,
			country: null,
		},
		...{ ip: `${2 + random(200)}.${random(250)}.7.0`, userAgent: agents[random(agents.length)] ?? null },
		...{
			kind: isBot ? "preview" : "human",
			attribution: isBot ? (["whatsapp", "slack", "x"][random(3)] ?? "") : (attribution ?? ""),
		},
	};
}
