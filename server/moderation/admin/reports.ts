import { asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Named } from "#server/moderation/disabling/disabling.ts";
import { readSubject } from "#server/moderation/disabling/subject.ts";
import { closeReports } from "#server/moderation/trust/decisions.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { links } from "#shared/links/links.table.ts";
import { REPORT_REASONS } from "#shared/moderation/trust/report.ts";
import { type Report, reports } from "#shared/moderation/trust/reports.table.ts";
import { disable } from "./disable.ts";

export type ReportsOrder =
	| { action: "list"; isClosed: boolean }
	| { action: "show"; number: string }
	| { action: "close"; number: string }
	| { action: "disable"; kind: "link" | "user" | "host"; number: string };

type ReportsDeps = { db: Db; now: () => Date };
const LISTED = 100;

/** The order in the arguments of `npm run operator -- reports`; null if they are invalid. */
export function readReportsOrder([action = "list", ...rest]: string[]): ReportsOrder | null {
	const [first, second] = rest;
	if (action === "list" && rest.length <= 1) {
		if (first === undefined || first === "closed") return { action, isClosed: first === "closed" };
		return null;
	}
	if (action === "show" && first !== undefined && rest.length === 1) return { action, number: numberOf(first) };
	if (action === "close" && first !== undefined && rest.length === 1) return { action, number: numberOf(first) };
	const isKind = first === "link" || first === "user" || first === "host";
	if (action === "disable" && isKind && second !== undefined && rest.length === 2) {
		return { action, kind: first, number: numberOf(second) };
	}
	return null;
}

/**
 * Lists, shows and decides reports of links (P361).
 * @param reason stored with the decision, for operators
 * @throws CommandError if the report doesn't exist, or nothing is left to disable
 */
export async function decideReports(deps: ReportsDeps, order: ReportsOrder, reason?: string): Promise<string[]> {
	const { db, now } = deps;
	if (order.action === "list") return list(await listed(db, order.isClosed));
	const report = await find(db, order.number);
	if (order.action === "show") return shown(report, await ownerOf(db, report));
	if (order.action === "close") {
		if (report.closedAt) throw new CommandError(`Report ${report.number} is closed already.`);
		await closeReports(db, { number: report.number }, { outcome: "no_action", note: reason, at: now() });
		return [`Report ${report.number} is closed: nothing was disabled.`];
	}
	const named = await namedBy(db, report, order.kind);
	return (await disable(deps, named, reason ?? `report ${report.number}`)).lines;
}

async function find(db: Db, number: string): Promise<Report> {
	const [found] = await db.select().from(reports).where(eq(reports.number, number));
	if (!found) throw new CommandError(`There is no report ${number}.`);
	return found;
}

function listed(db: Db, isClosed: boolean): Promise<Report[]> {
	const { closedAt, id } = reports;
	const query = db
		.select()
		.from(reports)
		.where(isClosed ? isNotNull(closedAt) : isNull(closedAt));
	return query.orderBy(isClosed ? desc(closedAt) : asc(id)).limit(LISTED);
}

async function ownerOf(db: Db, { linkId }: Report) {
	if (linkId === null) return null;
	const [found] = await db
		.select({ userId: users.id, targetUrl: links.targetUrl, userSlug: users.userSlug, email: users.email })
		.from(links)
		.innerJoin(users, eq(users.id, links.userId))
		.where(eq(links.id, linkId));
	return found ?? null;
}

async function namedBy(db: Db, report: Report, kind: "link" | "user" | "host"): Promise<Named> {
	if (kind === "host") return readSubject(kind, new URL(report.targetUrl).hostname);
	const owner = await ownerOf(db, report);
	if (!owner || report.linkId === null) throw new CommandError(`The link of report ${report.number} no longer exists.`);
	return kind === "user" ? { kind, id: owner.userId } : { kind, id: report.linkId };
}

function numberOf(text: string): string {
	return text.toLowerCase().replace(/[\s-]/g, "");
}

function list(found: Report[]): string[] {
	if (found.length === 0) return ["There are no such reports."];
	const width = Math.max(...found.map(({ link }) => link.length));
	return found.map(({ number, createdAt, reason, link, repeats, targetUrl, outcome }) => {
		const more = repeats > 0 ? `  and ${repeats} more` : "";
		const decision = outcome ? `  ${outcome}` : "";
		return `${number}  ${createdAt.toISOString()}  ${reason.padEnd(13)}  ${link.padEnd(width)}  ${new URL(targetUrl).hostname}${more}${decision}`;
	});
}

function shown(report: Report, owner: Awaited<ReturnType<typeof ownerOf>>): string[] {
	const rows: [string, string | null][] = [
		["report", report.number],
		["link", report.link],
		["reason", `${report.reason} (${REPORT_REASONS[report.reason]})`],
		// Escaped, so that a visitor's line break can't fake a line.
		["text", report.text && JSON.stringify(report.text)],
		["e-mail", report.email],
		["received", report.createdAt.toISOString()],
		["more", report.repeats > 0 ? `${report.repeats} others reported the same link` : null],
		["target", report.targetUrl],
		["target now", owner && owner.targetUrl !== report.targetUrl ? owner.targetUrl : null],
		["owner", owner ? `${owner.userSlug} (${owner.email})` : "the link no longer exists"],
		["announced", report.announcedAt?.toISOString() ?? null],
		["closed", report.closedAt && `${report.closedAt.toISOString()}, ${report.outcome}`],
		["note", report.note],
	];
	return rows.flatMap(([label, value]) => (value ? [`${label.padEnd(10)}  ${value}`] : []));
}
