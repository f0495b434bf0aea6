import type pg from "pg";
import type { Subject } from "#server/analytics/chart-days.ts";
import { DIMENSIONS } from "#shared/analytics/breakdowns.ts";
import type { Chart } from "#shared/analytics/chart.ts";

/** Forty zones, with quarters and halves of an hour, both sides of the date line, and every kind of clock change. */
export const ZONES = [
	...["UTC", "Asia/Kathmandu", "Asia/Kolkata", "Australia/Eucla", "Australia/Lord_Howe", "Pacific/Chatham"],
	...["Pacific/Kiritimati", "Pacific/Niue", "Pacific/Apia", "Pacific/Marquesas", "Pacific/Honolulu", "Pacific/Easter"],
	...["America/Santiago", "America/St_Johns", "America/Havana", "America/New_York", "America/Los_Angeles"],
	...["America/Sao_Paulo", "America/Asuncion", "America/Caracas", "America/Anchorage", "America/Nuuk"],
	...["Atlantic/Azores", "Europe/Lisbon", "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Istanbul"],
	...["Africa/Cairo", "Africa/Casablanca", "Africa/Johannesburg", "Asia/Beirut", "Asia/Gaza", "Asia/Tehran"],
	...["Asia/Dubai", "Asia/Kabul", "Asia/Yangon", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide"],
];

type Counts = { human: number; bot: number };

/** What plain SQL counts in the rows of `views`, for a chart of these days in each zone. */
export type Truth = {
	/** By zone: those with anything in them, in order. */
	bars: Map<string, Counts[]>;
	before: Map<string, Counts>;
	/** Of the days from the first to the last by UTC. */
	sources: (Counts & { source: string })[];
};

const PEOPLE_AND_BOTS = "count(*) FILTER (WHERE NOT is_bot)::int AS human, count(*) FILTER (WHERE is_bot)::int AS bot";
const SUMS = "sum(human)::int AS human, sum(bot)::int AS bot";

/**
 * Counts each account's rows by quarter of an hour and source, once for all comparisons: millions of rows in forty zones
 * would take minutes each. In no zone does a day begin within a quarter.
 */
export async function countQuarters(pool: pg.Pool): Promise<void> {
	await pool.query(
		`CREATE UNLOGGED TABLE counted_quarters AS SELECT user_id, attribution,
			date_bin('15 minutes', timestamp, '2000-01-01T00:00Z') AS timestamp, ${PEOPLE_AND_BOTS}
		FROM views GROUP BY 1, 2, 3`,
	);
	await pool.query("CREATE INDEX ON views (link_id, timestamp)");
	await pool.query("ANALYZE views");
}

/**
 * Each row of a link by itself; an account's as `countQuarters` has counted them.
 * @param chart of days, not of the last 24 hours
 */
export async function countRows(
	pool: pg.Pool,
	subject: Subject,
	{ from, to, unit }: Pick<Chart, "from" | "to" | "unit">,
	zones: string[],
): Promise<Truth> {
	const id = "link" in subject ? subject.link : subject.user;
	const rows =
		"link" in subject
			? "(SELECT timestamp, attribution, (NOT is_bot)::int AS human, is_bot::int AS bot FROM views WHERE link_id = $1)"
			: "(SELECT * FROM counted_quarters WHERE user_id = $1)";
	const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
	const bar =
		unit === "hour"
			? "floor(extract(epoch FROM timestamp - $2::date::timestamp AT TIME ZONE zone) / 3600)"
			: `date_trunc('${unit}', timestamp AT TIME ZONE zone)`;
	const { rows: bars } = await pool.query<Counts & { zone: string }>(
		// Two days on each side hold whatever a zone makes of a date; only what lies between is counted.
		`SELECT zone, ${bar} AS at, ${SUMS}
		FROM ${rows} AS counted, unnest($4::text[]) AS zone
		WHERE timestamp BETWEEN $2::date - interval '2 days' AND $3::date + interval '3 days'
			AND (timestamp AT TIME ZONE zone)::date BETWEEN $2 AND $3 GROUP BY 1, 2 ORDER BY 1, 2`,
		[id, from, to, zones],
	);
	const { rows: before } = await pool.query<Counts & { zone: string }>(
		`SELECT zone, ${SUMS} FROM ${rows} AS counted, unnest($3::text[]) AS zone
		WHERE timestamp BETWEEN $2::date - interval '2 days' - make_interval(days => $4) AND $2::date + interval '2 days'
			AND (timestamp AT TIME ZONE zone)::date BETWEEN $2::date - $4::int AND $2::date - 1 GROUP BY 1`,
		[id, from, zones, days],
	);
	const { rows: sources } = await pool.query<Counts & { source: string }>(
		`SELECT attribution AS source, ${SUMS} FROM ${rows} AS counted
		WHERE timestamp BETWEEN $2::date - interval '2 days' AND $3::date + interval '3 days'
			AND (timestamp AT TIME ZONE 'UTC')::date BETWEEN $2 AND $3 GROUP BY 1`,
		[id, from, to],
	);
	return {
		bars: new Map(zones.map((zone) => [zone, bars.filter((bar) => bar.zone === zone)])),
		before: new Map(before.map((row) => [row.zone, row])),
		sources,
	};
}

/**
 * Compares a chart with its rows: its bars, its total, the time before, that of its break-downs' days, the sum of each of
 * these, and each source among them.
 * @returns a line for each difference
 */
export function chartDifferences(chart: Chart, { bars: barsOf, before, sources }: Truth): string[] {
	const bars = barsOf.get(chart.zone) ?? [];
	const found: string[] = [];
	const say = (what: string, charted: unknown, counted: unknown) => {
		if (JSON.stringify(charted) === JSON.stringify(counted)) return;
		found.push(
			`${chart.zone} ${chart.from} to ${chart.to}, ${what}: ${JSON.stringify(charted)}, rows ${JSON.stringify(counted)}`,
		);
	};
	const [people, bots] = sum(sources);
	say("bars", chart.points.filter(({ human, bot }) => human + bot > 0).map(both), bars.map(both));
	say("total", both(chart.totals), sum(bars));
	say("before", both(chart.before), both(before.get(chart.zone) ?? { human: 0, bot: 0 }));
	say("days", both(chart.days), [people, bots]);
	for (const dimension of DIMENSIONS) {
		const [values, other] = chart.breakdowns[dimension] ?? [[], 0];
		// A link has no break-down by links.
		if (dimension === "link" && values.length === 0) continue;
		const all = values.reduce((total, [, count]) => total + count, other);
		say(dimension, all, dimension === "platform" ? bots : people);
	}
	const [charted = [], other = 0] = chart.breakdowns.source ?? [];
	const counted = sources.filter(({ human }) => human > 0).map(({ source, human }) => [source, human] as const);
	if (other === 0) say("sources", sorted(charted), sorted(counted));
	return found;
}

function both({ human, bot }: Counts): [number, number] {
	return [human, bot];
}

function sum(all: Counts[]): [number, number] {
	return [all.reduce((total, { human }) => total + human, 0), all.reduce((total, { bot }) => total + bot, 0)];
}

function sorted(counts: (readonly [string, number])[]): (readonly [string, number])[] {
	return counts.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A number from 0 on, below `end`, that follows from the seed alone. */
export function randomFrom(seed: number): (end: number) => number {
	let state = seed;
	return (end) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * end);
	};
}
