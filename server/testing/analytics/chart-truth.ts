import type pg from "pg";
import type { ChartAsked, Charts, Subject } from "#server/analytics/charts.ts";

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

/**
 * Compares a chart with what plain SQL counts in the rows of `views`: its bars, its total, that of its break-downs' days,
 * and the sum of each of these.
 * @returns a line for each difference
 */
export async function chartDifferences(
	{ charts, pool }: { charts: Charts; pool: pg.Pool },
	subject: Subject,
	asked: ChartAsked,
): Promise<string[]> {
	const chart = await charts.chart(subject, asked, "enterprise");
	const [column, id] = "link" in subject ? ["link_id", subject.link] : ["user_id", subject.user];
	const { rows } = await pool.query<{ at: string; human: number; bot: number }>(
		`SELECT date_trunc($5, timestamp AT TIME ZONE $4)::text AS at, count(*) FILTER (WHERE NOT is_bot)::int AS human,
			count(*) FILTER (WHERE is_bot)::int AS bot
		FROM views WHERE ${column} = $1 AND (timestamp AT TIME ZONE $4)::date BETWEEN $2 AND $3 GROUP BY 1 ORDER BY 1`,
		[id, chart.from, chart.to, chart.zone, chart.unit],
	);
	const { rows: days } = await pool.query<{ human: number; bot: number }>(
		`SELECT count(*) FILTER (WHERE NOT is_bot)::int AS human, count(*) FILTER (WHERE is_bot)::int AS bot
		FROM views WHERE ${column} = $1 AND (timestamp AT TIME ZONE 'UTC')::date BETWEEN $2 AND $3`,
		[id, chart.days.from, chart.days.to],
	);
	const found: string[] = [];
	const say = (what: string, charted: unknown, counted: unknown) => {
		if (JSON.stringify(charted) === JSON.stringify(counted)) return;
		found.push(
			`${chart.zone} ${chart.from} to ${chart.to}, ${what}: ${JSON.stringify(charted)}, rows ${JSON.stringify(counted)}`,
		);
	};
	const seen = chart.points.filter(({ human, bot }) => human + bot > 0);
	say(
		"bars",
		seen.map(({ human, bot }) => [human, bot]),
		rows.map(({ human, bot }) => [human, bot]),
	);
	say("days", [chart.days.human, chart.days.bot], [days[0]?.human, days[0]?.bot]);
	for (const [dimension, [values, other]] of Object.entries(chart.breakdowns)) {
		const sum = values.reduce((total, [, count]) => total + count, other);
		say(dimension, sum, dimension === "platform" ? days[0]?.bot : days[0]?.human);
	}
	return found;
}

/** A number from 0 on, below `end`, that follows from the seed alone. */
export function randomFrom(seed: number): (end: number) => number {
	let state = seed;
	return (end) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * end);
	};
}
