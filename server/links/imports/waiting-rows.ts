import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Written } from "#server/links/new-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { type Import, importRows } from "#shared/links/imports/imports.table.ts";
import type { ModerationCode, RowState } from "#shared/links/imports/imports.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { noteOfMade, noteThatFits } from "./row-links.ts";

export const NO_ROOM = "All links of this month are used";

/** True for rows whose page was read or isn't needed. */
const LACKS_NOTHING = sql`${importRows.content}->'lacks' = '[]'::jsonb`;

export type Row = typeof importRows.$inferSelect;
type Verdict = { line: number; state: RowState; note: string | null; code?: ModerationCode };

export function verdictOfTaken({ line }: Row, { isSame }: { isSame: boolean }): Verdict {
	return isSame ? { line, state: "same", note: null } : { line, state: "refused", note: SLUG_TAKEN };
}

/** None if the slug was taken a moment ago: the row waits and is validated again. */
export function verdictOf({ line, note: before }: Row, written: Written | undefined, limit: number): Verdict[] {
	if (!written) return [];
	if ("link" in written) {
		const code = worstOf(written.reasons)?.code;
		return [{ line, state: "made", note: noteOfMade(before, written, limit), ...(code && { code }) }];
	}
	if (written.refused === "blocked") {
		const { code, message } = written.error;
		return [{ line, state: "refused", note: message, code }];
	}
	return written.refused === "no room" ? [{ line, state: "refused", note: NO_ROOM }] : [];
}

/** Rows that wait for their link, in order. @param isReady only those that need no page */
export function waiting(
	tx: Pick<Db, "select">,
	job: Import,
	{ limit, isReady = false, lines }: { limit: number; isReady?: boolean; lines?: number[] },
): Promise<Row[]> {
	const isOne = lines && inArray(importRows.line, lines);
	return tx
		.select()
		.from(importRows)
		.where(
			and(eq(importRows.importId, job.id), eq(importRows.state, "create"), isReady ? LACKS_NOTHING : undefined, isOne),
		)
		.orderBy(asc(importRows.line))
		.limit(limit);
}

export async function note(tx: Pick<Db, "execute">, job: Import, verdicts: Verdict[]): Promise<void> {
	const column = <T>(pick: (verdict: Verdict) => T) => sql.param(verdicts.map(pick));
	await tx.execute(sql`
		UPDATE import_rows AS r SET state = v.state, note = v.note,
			content = r.content - 'code' - 'flag' || jsonb_strip_nulls(jsonb_build_object('code', v.code))
		FROM unnest(${column(({ line }) => line)}::int[], ${column(({ state }) => state)}::text[],
			${column((verdict) => noteThatFits(verdict.note))}::text[],
			${column(({ code }) => code ?? null)}::text[]) AS v (line, state, note, code)
		WHERE r.import_id = ${job.id} AND r.line = v.line AND r.state = 'create'`);
}
