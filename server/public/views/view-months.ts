import type pg from "pg";

/** A partition of `views` with its month's bounds (UTC); null for the default one. */
export type ViewPartition = { name: string; start: Date | null; end: Date | null };

const MONTH = /^views_(\d{4})_(\d\d)$/;

export async function listPartitions(client: Pick<pg.ClientBase, "query">): Promise<ViewPartition[]> {
	const { rows } = await client.query<{ name: string }>(
		"SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'views'::regclass ORDER BY 1",
	);
	return rows.map(({ name }) => ({ name, start: monthOf(name, 0), end: monthOf(name, 1) }));
}

/** A month's partition and bounds (UTC), such as of `2026-03`. */
export function boundsOf(month: string): { name: string; start: Date; end: Date } {
	const name = `views_${month.replace("-", "_")}`;
	const [start, end] = [monthOf(name, 0), monthOf(name, 1)];
	if (!start || !end) throw new Error(`${month} is no month`);
	return { name, start, end };
}

function monthOf(name: string, later: number): Date | null {
	const [, year, month] = MONTH.exec(name) ?? [];
	return year === undefined ? null : new Date(Date.UTC(Number(year), Number(month) - 1 + later, 1));
}
