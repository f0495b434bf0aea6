import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { links } from "#shared/links/links.table.ts";
import type { ReportOutcome } from "#shared/moderation/trust/report.ts";
import { reports } from "#shared/moderation/trust/reports.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const EMAIL_DAYS = 30;
const REPORT_DAYS = 365;

type Decision = { outcome: ReportOutcome; note: string | undefined; at: Date };
export type Decided =
	| { number: string }
	| { linkIds: number[] }
	| { ownerId: string }
	/** All links to this host or its subdomains. */
	| { host: string };

/** Closes open reports, and removes their reporters' data. @returns how many */
export async function closeReports(db: Db, decided: Decided, { outcome, note, at }: Decision): Promise<number> {
	const closed = await db
		.update(reports)
		.set({ closedAt: at, outcome, note: note ?? null, reporter: null })
		.where(and(isNull(reports.closedAt), about(db, decided)))
		.returning({ id: reports.id });
	return closed.length;
}

/** Deletes e-mail addresses 30 days after the decision, and reports after a year (P362). */
export async function forgetOldReports(db: Db, now: Date): Promise<void> {
	const before = (days: number) => lt(reports.closedAt, new Date(now.getTime() - days * DAY_MS));
	await db
		.update(reports)
		.set({ email: null })
		.where(and(before(EMAIL_DAYS), isNotNull(reports.email)));
	await db.delete(reports).where(before(REPORT_DAYS));
}

function about(db: Db, decided: Decided) {
	if ("number" in decided) return eq(reports.number, decided.number);
	if ("linkIds" in decided) return inArray(reports.linkId, decided.linkIds);
	if ("host" in decided) return sql`${decided.host} = ANY (domains_of(${reports.targetUrl}))`;
	const own = db.select({ id: links.id }).from(links).where(eq(links.userId, decided.ownerId));
	return inArray(reports.linkId, own);
}
