import type pg from "pg";
import { DIMENSIONS, VALUES_A_DAY } from "#shared/analytics/breakdowns.ts";
import { type AggregateOfDay, keysOf } from "./aggregate-subjects.ts";
import type { DayAggregate, DayCounts } from "./day-aggregate.ts";

/** Links of an account that may have candidates on one day (P276). */
export const LINKS_WITH_CANDIDATES = 50;

/**
 * Which links' days may start having candidates: each account's first, then the most viewed. Only at a day's first
 * overflow, or counts would be wrong.
 * @returns their names
 */
export async function admittedDays(
	client: pg.ClientBase,
	aggregates: AggregateOfDay[],
	kept: ReadonlyMap<string, DayCounts>,
): Promise<Set<string>> {
	const overflowing = aggregates.filter(({ name, aggregate }) => overflows(kept.get(name), aggregate));
	if (overflowing.length === 0) return new Set();
	const people = overflowing.map(({ name, aggregate }) => (kept.get(name)?.human ?? 0) + aggregate.human);
	const values = [...keysOf(overflowing), people, LINKS_WITH_CANDIDATES];
	const { rows } = await client.query<{ name: string }>({ ...ADMITTED, values });
	return new Set(rows.map(({ name }) => name));
}

/** Whether a so far complete breakdown gets more values than it may show. */
function overflows(kept: DayCounts | undefined, aggregate: DayAggregate): boolean {
	return DIMENSIONS.some((dimension) => {
		const [values, other] = kept?.breakdowns[dimension] ?? [[], 0];
		const seen = aggregate.values.get(dimension);
		if (other > 0 || !seen || values.length + seen.size <= VALUES_A_DAY) return false;
		return new Set([...values.map(([value]) => value), ...seen.keys()]).size > VALUES_A_DAY;
	});
}

const ADMITTED = {
	name: "fold-admit-candidates",
	text: `WITH wanted AS (
		SELECT links.user_id, day, link_id, row_number() OVER (PARTITION BY links.user_id, day ORDER BY people DESC, link_id) AS place
		FROM unnest($1::int[], $2::date[], $3::int[]) AS wanted (link_id, day, people) JOIN links ON links.id = link_id
	), used AS (
		SELECT user_id, day, (
			SELECT count(DISTINCT kept.link_id) FROM link_candidates AS kept JOIN links ON links.id = kept.link_id
			WHERE kept.day = of_account.day AND links.user_id = of_account.user_id
		) AS links
		FROM (SELECT DISTINCT user_id, day FROM wanted) AS of_account
	)
	SELECT day || ' ' || link_id AS name FROM wanted JOIN used USING (user_id, day) WHERE links + place <= $4`,
};
