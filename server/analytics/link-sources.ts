import type pg from "pg";
import type { StoredBreakdown } from "#shared/analytics/breakdowns.ts";
import type { DayAggregate } from "./day-aggregate.ts";
import { groupsOf } from "./groups.ts";
import { mergedBreakdown, type ValueCounts } from "./top-values.ts";

/** Values merged and written without a pause: some milliseconds' work. */
const VALUES_AT_ONCE = 20_000;

type AggregateOfLink = { linkId: number; aggregate: DayAggregate };

/** Adds to links' sources of all days (P191), in the transaction that moves the mark and locks the owners. */
export async function addSources(client: pg.ClientBase, aggregates: AggregateOfLink[]): Promise<void> {
	const seen = sourcesOf(aggregates);
	if (seen.size === 0) return;
	const linkIds = [...seen.keys()].sort((a, b) => a - b);
	const { rows } = await client.query<{ linkId: number; sources: StoredBreakdown }>({ ...READ, values: [linkIds] });
	const kept = new Map(rows.map(({ linkId, sources }) => [linkId, sources]));
	const weigh = (linkId: number) => (kept.get(linkId)?.[0].length ?? 0) + (seen.get(linkId)?.size ?? 0);
	for (const group of groupsOf(linkIds, weigh, VALUES_AT_ONCE)) {
		const merged = group.map((linkId) => mergedBreakdown(kept.get(linkId), seen.get(linkId)));
		await client.query({ ...WRITE, values: [group, merged.map((sources) => JSON.stringify(sources))] });
	}
}

function sourcesOf(aggregates: AggregateOfLink[]): Map<number, ValueCounts> {
	const sources = new Map<number, ValueCounts>();
	for (const { linkId, aggregate } of aggregates) {
		for (const [source, people] of aggregate.values.get("source") ?? []) {
			const counts: ValueCounts = sources.get(linkId) ?? new Map();
			sources.set(linkId, counts.set(source, (counts.get(source) ?? 0) + people));
		}
	}
	return sources;
}

const READ = {
	name: "fold-read-link-sources",
	text: 'SELECT link_id AS "linkId", sources FROM link_sources WHERE link_id = ANY($1::int[])',
};

const WRITE = {
	name: "fold-write-link-sources",
	text: `INSERT INTO link_sources (link_id, sources) SELECT * FROM unnest($1::int[], $2::json[])
		ON CONFLICT (link_id) DO UPDATE SET sources = excluded.sources`,
};
