import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { type ImportedLink, importRows } from "#shared/links/imports/imports.table.ts";

export type PageRow = { importId: string; line: number; content: ImportedLink; note: string | null; tries: number };

/** What the file's row still needs from its page; once empty, it becomes a link. */
const IS_LACKING = sql`r.state = 'create' AND r.content->'lacks' <> '[]'::jsonb`;
const HOST = sql`substring(coalesce(r.content->>'picture', r.content->>'targetUrl') from '^[a-z]+://([^/?#]+)')`;

type Claim = { now: Date; until: Date; hostsAtRest: string[] };

/** Leases the next row, so that no other process fetches it; a killed process's lease expires. */
export async function claimRow(db: Db, importId: string, claim: Claim): Promise<PageRow | null> {
	const { rows } = await db.execute<PageRow>(sql`
		WITH next AS (
			SELECT r.line FROM import_rows r JOIN imports i ON i.id = r.import_id
			WHERE i.id = ${importId} AND i.state = 'running' AND i.prefill AND ${IS_LACKING}
				AND (r.asked_until IS NULL OR r.asked_until <= ${claim.now})
				AND NOT coalesce(${HOST} = ANY (${sql.param(claim.hostsAtRest)}::text[]), false)
			ORDER BY r.line LIMIT 1 FOR UPDATE OF r SKIP LOCKED
		)
		UPDATE import_rows AS r SET asked_until = ${claim.until}, tries = r.tries + 1 FROM next
		WHERE r.import_id = ${importId} AND r.line = next.line
		RETURNING r.import_id AS "importId", r.line, r.content, r.note, r.tries`);
	return rows[0] ?? null;
}

export async function hasRowsToAsk(db: Db, importId: string): Promise<boolean> {
	const { rows } = await db.execute(sql`
		SELECT FROM import_rows r JOIN imports i ON i.id = r.import_id
		WHERE i.id = ${importId} AND i.state = 'running' AND i.prefill AND ${IS_LACKING} LIMIT 1`);
	return rows.length > 0;
}

/** Saves the page data, unless the row has become a link meanwhile. */
export async function saveRow(db: Db, row: PageRow, read: Pick<PageRow, "content" | "note">): Promise<void> {
	await db
		.update(importRows)
		.set({ ...read, askedUntil: null })
		.where(and(isRow(row), eq(importRows.state, "create")));
}

/** Releases a row's lease: no process retries it before that time. */
export async function leaveRow(db: Db, row: PageRow, { until, tries }: { until: Date | null; tries: number }) {
	await db.update(importRows).set({ askedUntil: until, tries }).where(isRow(row));
}

const isRow = ({ importId, line }: PageRow) => and(eq(importRows.importId, importId), eq(importRows.line, line));
