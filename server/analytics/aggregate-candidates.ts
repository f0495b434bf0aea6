import type pg from "pg";
import type { Dimension } from "#shared/analytics/breakdowns.ts";
import { type AggregateOfDay, keysOf, type Subject, statements } from "./aggregate-subjects.ts";
import { type Candidates, createCandidates } from "./candidates.ts";
import type { DayCandidates } from "./day-aggregate.ts";

export type CandidatesOfDays = Map<string, DayCandidates>;

/** @param days those that may have candidates */
export async function readCandidates(
	client: pg.ClientBase,
	subject: Subject,
	days: AggregateOfDay[],
): Promise<CandidatesOfDays> {
	const found: CandidatesOfDays = new Map();
	if (days.length === 0) return found;
	const { rows } = await client.query<{ name: string; dimension: Dimension; counters: Buffer }>({
		...READ[subject],
		values: keysOf(days),
	});
	for (const { name, dimension, counters } of rows) {
		const ofDay: DayCandidates = found.get(name) ?? new Map();
		found.set(name, ofDay.set(dimension, createCandidates(counters)));
	}
	return found;
}

/** Writes the changed ones. */
export async function writeCandidates(
	client: pg.ClientBase,
	subject: Subject,
	days: AggregateOfDay[],
	candidates: CandidatesOfDays,
): Promise<void> {
	const changed = days.flatMap((each) =>
		[...(candidates.get(each.name) ?? [])]
			.filter(([, { isChanged }]) => isChanged())
			.map(([dimension, counters]): Changed => ({ ...each, dimension, counters })),
	);
	if (changed.length === 0) return;
	const dimensions = changed.map(({ dimension }) => dimension);
	const bytes = changed.map(({ counters }) => counters.toBytes());
	await client.query({ ...WRITE[subject], values: [...keysOf(changed), dimensions, bytes] });
}

type Changed = AggregateOfDay & { dimension: Dimension; counters: Candidates };

const READ = statements(
	"read-candidates",
	({ id, type }, subject) => `SELECT kept.day || ' ' || kept.${id} AS name, dimension, counters
	FROM unnest($1::${type}[], $2::date[]) AS wanted (${id}, day) JOIN ${subject}_candidates AS kept USING (${id}, day)`,
);

const WRITE = statements(
	"write-candidates",
	({ id, type }, subject) => `INSERT INTO ${subject}_candidates (${id}, day, dimension, counters)
	SELECT * FROM unnest($1::${type}[], $2::date[], $3::text[], $4::bytea[])
	ON CONFLICT (day, ${id}, dimension) DO UPDATE SET counters = excluded.counters`,
);
