import type pg from "pg";
import { DIMENSIONS, VALUES_A_DAY } from "#shared/analytics/breakdowns.ts";
import { type CandidatesOfDays, readCandidates, writeCandidates } from "./aggregate-candidates.ts";
import { type AggregateOfDay, keysOf, type Subject, statements } from "./aggregate-subjects.ts";
import { admittedDays } from "./candidates-budget.ts";
import { type DayCounts, mergedDay } from "./day-aggregate.ts";
import { groupsOf } from "./groups.ts";

type Kept = Map<string, DayCounts>;

/** Values merged and written without a pause: some milliseconds' work. */
const VALUES_AT_ONCE = 20_000;
const CANDIDATES_WEIGHT = 1_000;

/** Adds views to their days' rows, sorted by name, in the caller's transaction. */
export async function storeDays(client: pg.ClientBase, subject: Subject, aggregates: AggregateOfDay[]): Promise<void> {
	const kept = await readDays(client, subject, aggregates);
	const newVisitors = await countVisitors(client, subject, aggregates);
	const open = aggregates.filter(({ isOpen }) => isOpen);
	const admitted = subject === "link" ? await admittedDays(client, open, kept) : null;
	const weigh = (each: AggregateOfDay) => weightOf(each, kept.get(each.name));
	for (const group of groupsOf(aggregates, weigh, VALUES_AT_ONCE)) {
		const candidates = await readCandidates(
			client,
			subject,
			group.filter((each) => isFull(kept.get(each.name))),
		);
		for (const { name, isOpen } of group) {
			const mayBegin = !isOpen || !admitted || admitted.has(name);
			if (mayBegin && !candidates.has(name)) candidates.set(name, new Map());
		}
		await writeDays(client, subject, group, { kept, newVisitors, candidates });
		await writeCandidates(client, subject, group, candidates);
	}
}

function weightOf({ aggregate }: AggregateOfDay, kept: DayCounts | undefined): number {
	let weight = 0;
	for (const dimension of DIMENSIONS) {
		const known = kept?.breakdowns[dimension]?.[0].length ?? 0;
		const values = known + (aggregate.values.get(dimension)?.size ?? 0);
		weight += values > VALUES_A_DAY ? values + CANDIDATES_WEIGHT : values;
	}
	return weight;
}

/** Only a day with a full row has candidates. */
function isFull(kept: DayCounts | undefined): boolean {
	return DIMENSIONS.some((dimension) => (kept?.breakdowns[dimension]?.[0].length ?? 0) >= VALUES_A_DAY);
}

async function readDays(client: pg.ClientBase, subject: Subject, aggregates: AggregateOfDay[]): Promise<Kept> {
	const { rows } = await client.query<DayCounts & { name: string }>({ ...READ[subject], values: keysOf(aggregates) });
	return new Map(rows.map((row) => [row.name, row]));
}

async function writeDays(
	client: pg.ClientBase,
	subject: Subject,
	aggregates: AggregateOfDay[],
	{ kept, newVisitors, candidates }: { kept: Kept; newVisitors: Map<string, number>; candidates: CandidatesOfDays },
): Promise<void> {
	const merged = aggregates.map(({ name, aggregate }) =>
		mergedDay(kept.get(name), aggregate, newVisitors.get(name) ?? 0, candidates.get(name)),
	);
	await client.query({
		...WRITE[subject],
		values: [
			...keysOf(aggregates),
			merged.map(({ human }) => human),
			merged.map(({ bot }) => bot),
			merged.map(({ visitors }) => visitors),
			merged.map(({ breakdowns }) => JSON.stringify(breakdowns)),
			merged.map(({ quarters }) => quarters && JSON.stringify(quarters)),
		],
	});
}

async function countVisitors(
	client: pg.ClientBase,
	subject: Subject,
	aggregates: AggregateOfDay[],
): Promise<Map<string, number>> {
	const seen = aggregates.flatMap(({ key, day, visitors }) => [...visitors].map((visitor) => ({ key, day, visitor })));
	if (seen.length === 0) return new Map();
	const { rows } = await client.query<{ name: string; visitors: number }>({
		...SEE[subject],
		values: [seen.map(({ day }) => day), seen.map(({ key }) => key), seen.map(({ visitor }) => visitor)],
	});
	return new Map(rows.map(({ name, visitors }) => [name, visitors]));
}

const READ = statements(
	"read-days",
	({ id, type }, subject) => `SELECT kept.day || ' ' || kept.${id} AS name,
	human, bot, visitors, breakdowns, quarters
	FROM unnest($1::${type}[], $2::date[]) AS wanted (${id}, day) JOIN ${subject}_days AS kept USING (${id}, day)`,
);

const WRITE = statements(
	"write-days",
	({ id, type }, subject) => `INSERT INTO ${subject}_days
	(${id}, day, human, bot, visitors, breakdowns, quarters)
	SELECT * FROM unnest($1::${type}[], $2::date[], $3::int[], $4::int[], $5::int[], $6::json[], $7::json[])
	ON CONFLICT (${id}, day) DO UPDATE SET human = excluded.human, bot = excluded.bot, visitors = excluded.visitors,
		breakdowns = excluded.breakdowns, quarters = excluded.quarters`,
);

const SEE = statements(
	"see-visitors",
	({ id, type }, subject) => `WITH new AS (
		INSERT INTO ${subject}_visitors (day, ${id}, visitor)
		SELECT * FROM unnest($1::date[], $2::${type}[], $3::bigint[])
		ON CONFLICT DO NOTHING RETURNING day, ${id}
	)
	SELECT day || ' ' || ${id} AS name, count(*)::int AS visitors FROM new GROUP BY day, ${id}`,
);
