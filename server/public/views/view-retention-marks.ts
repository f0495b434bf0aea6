import type pg from "pg";
import type { ViewPartition } from "./view-months.ts";

export type RetentionMark = { noAddressBefore: Date; noAgentBefore: Date; isCompact: boolean };

export const NO_MARK: RetentionMark = { noAddressBefore: new Date(0), noAgentBefore: new Date(0), isCompact: false };

/** Marks of these partitions; deletes marks of detached ones, which may return changed. */
export async function readMarks(
	client: pg.ClientBase,
	partitions: ViewPartition[],
): Promise<Map<string, RetentionMark>> {
	await client.query("DELETE FROM view_retention WHERE partition <> ALL($1)", [partitions.map(({ name }) => name)]);
	const { rows } = await client.query<RetentionMark & { partition: string }>(
		`SELECT partition, no_address_before AS "noAddressBefore", no_agent_before AS "noAgentBefore",
			is_compact AS "isCompact" FROM view_retention`,
	);
	return new Map(rows.map(({ partition, ...mark }) => [partition, mark]));
}

export async function writeMark(client: pg.ClientBase, partition: string, mark: RetentionMark): Promise<void> {
	await client.query(
		`INSERT INTO view_retention (partition, no_address_before, no_agent_before, is_compact) VALUES ($1, $2, $3, $4)
		ON CONFLICT (partition) DO UPDATE SET no_address_before = excluded.no_address_before,
			no_agent_before = excluded.no_agent_before, is_compact = excluded.is_compact`,
		[partition, mark.noAddressBefore, mark.noAgentBefore, mark.isCompact],
	);
}
