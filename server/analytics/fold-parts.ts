import type pg from "pg";
import { FOLDED_COLUMNS, type FoldedRow } from "./view-facts.ts";

/** Rows that are read ahead: looking through a large transaction again for each part would take longer than folding it. */
const ROWS_AHEAD = 10_000;
/** Looking through a large transaction may take longer than other statements may. */
const READ_MS = 60_000;
/** No id is smaller. */
export const BEFORE_ALL_IDS = "00000000-0000-0000-0000-000000000000";

/** How far a large transaction is folded: up to the row with this id. */
export type PartMark = { tx: string; id: string };

/**
 * Reads a transaction in the order of its ids, of which no two parts have any in common. What is read ahead belongs to one
 * mark: where another process has folded meanwhile, or a part was rolled back, it is read again.
 * @param rowsAtOnce rows of a part; more where several have the same id
 */
export function createPartReader(rowsAtOnce: number, rowsAhead = ROWS_AHEAD) {
	let ahead: { mark: PartMark; rows: FoldedRow[]; isAll: boolean } | null = null;

	/** @returns the next rows after the mark, and the mark after them; null where these are the last */
	return async function nextPart(
		client: pg.ClientBase,
		mark: PartMark,
	): Promise<{ rows: FoldedRow[]; next: PartMark | null }> {
		if (ahead?.mark.tx !== mark.tx || ahead.mark.id !== mark.id || ahead.rows.length === 0) {
			const rows = await readRows(client, mark, rowsAhead);
			ahead = { mark, rows, isAll: rows.length < rowsAhead };
		}
		const { rows, isAll } = ahead;
		let end = Math.min(rowsAtOnce, rows.length);
		while (end > 0 && rows[end]?.id === rows[end - 1]?.id) end += 1;
		const part = rows.slice(0, end);
		const last = part.at(-1);
		if (!last || (isAll && end === rows.length)) {
			ahead = null;
			return { rows: part, next: null };
		}
		const next = { tx: mark.tx, id: last.id };
		ahead = { mark: next, rows: rows.slice(end), isAll };
		return { rows: part, next };
	};
}

async function readRows(client: pg.ClientBase, { tx, id }: PartMark, limit: number): Promise<FoldedRow[]> {
	await client.query(`SET LOCAL statement_timeout = ${READ_MS}`);
	const query = { ...PART_ROWS, values: [tx, id, limit], query_timeout: READ_MS + 1_000 };
	return (await client.query<FoldedRow>(query as pg.QueryConfig)).rows;
}

/** Found by their transaction alone: in the order of the key all that was ever seen would be gone through. */
const PART_ROWS = {
	name: "fold-part-rows",
	text: `SELECT * FROM (SELECT ${FOLDED_COLUMNS} FROM views WHERE tx = $1 OFFSET 0) AS of_transaction
		WHERE id > $2 ORDER BY id FETCH FIRST $3 ROWS WITH TIES`,
};
