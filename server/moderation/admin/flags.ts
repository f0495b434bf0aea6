import { forgetIdentity } from "#server/moderation/disabling/kept-identities.ts";
import { readSubject } from "#server/moderation/disabling/subject.ts";
import { decideFlag, forgetDecisions } from "#server/moderation/guard/decide.ts";
import { decidedFlags, type FlaggedLink, findFlag, openFlags } from "#server/moderation/guard/flags.ts";
import { brandsOf } from "#server/moderation/guard/other-links.ts";
import { closeReports } from "#server/moderation/trust/decisions.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import type { Evidence } from "#shared/moderation/guard/moderation-reason.ts";
import { reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { findUser } from "./find-user.ts";
import { othersLine, reportsLine } from "./lines.ts";

export type FlagsOrder =
	| { action: "list"; isDecided: boolean }
	| { action: "show" | "clear" | "block"; userSlug: string; linkSlug: string }
	| { action: "forget"; slugOrEmail: string };

const LISTED = 100;

const EVIDENCE_NAMES: Record<Evidence, string> = {
	words: "words alone",
	target: "its target alone",
	sign: "words and a sign of its target",
	closed: "what closes a link",
};

/** The order in the arguments of `npm run operator -- flags`; null if they are invalid. */
export function readFlagsOrder([action = "list", name, ...rest]: string[]): FlagsOrder | null {
	if (rest.length > 0) return null;
	if (action === "list")
		return name === undefined || name === "decided" ? { action, isDecided: name === "decided" } : null;
	if (action === "forget" && name !== undefined) {
		const subject = readSubject("user", name);
		return subject.kind === "user" ? { action, slugOrEmail: subject.slugOrEmail } : null;
	}
	if ((action !== "show" && action !== "clear" && action !== "block") || name === undefined) return null;
	const subject = readSubject("link", name);
	return subject.kind === "link" ? { action, userSlug: subject.userSlug, linkSlug: subject.linkSlug } : null;
}

/**
 * Lists, shows and decides flagged links (P384).
 * @param note stored with the decision, for operators
 * @throws CommandError if the link has no flag, or the user doesn't exist
 */
export async function decideFlags(
	{ config, db, now }: { config: Pick<Config, "session">; db: Db; now: () => Date },
	order: FlagsOrder,
	note?: string,
): Promise<string[]> {
	if (order.action === "list") {
		const found = await (order.isDecided ? decidedFlags : openFlags)(db, { limit: LISTED });
		return found.length === 0 ? ["There are no such flags."] : found.map(line);
	}
	if (order.action === "forget") {
		const { id, userSlug } = await findUser({ db, config }, order.slugOrEmail);
		const opened = await db.transaction(async (tx) => {
			const opened = await forgetDecisions(tx, id);
			await forgetIdentity(tx, id);
			return opened;
		});
		return [
			`No decision about the targets and brands of ${userSlug} holds any more.`,
			...othersLine(opened, "open again"),
		];
	}
	const found = await findFlag(db, order);
	if (!found) throw new CommandError(`The link ${order.userSlug}/${order.linkSlug} is not flagged.`);
	if (order.action === "show") return shown(found);
	const state = order.action === "clear" ? "cleared" : "blocked";
	const others = await decideFlag(db, found, { state, note, at: now() });
	if (others === null) throw new CommandError(`The link ${nameOf(found)} has just been deleted.`);
	if (state === "cleared") {
		const said = `The link ${nameOf(found)} is cleared: people get to its target at once. So do its owner's other links to ${shownHost(found.link.targetUrl)} for the same reasons.`;
		return [said, ...othersLine(others, "open again")];
	}
	const said = `The link ${nameOf(found)} is blocked: it answers 410, also when it is changed. Its owner can make no link to ${shownHost(found.link.targetUrl)}${brandsLine(found)}.`;
	const reports = await closeReports(
		db,
		{ linkIds: [found.link.id, ...others] },
		{ outcome: "disabled", note, at: now() },
	);
	return [said, ...othersLine(others, "closed"), ...reportsLine(reports)];
}

function brandsLine({ flag }: FlaggedLink): string {
	const brands = brandsOf(flag.reasons);
	return brands.length === 0 ? "" : `, nor one that seems to come from ${brands.join(" or ")}`;
}

function nameOf({ owner, link }: FlaggedLink): string {
	return `${owner.userSlug}/${link.linkSlug}`;
}

function line(found: FlaggedLink): string {
	const { flag, link } = found;
	const asked = flag.reviewAskedAt ? "  review asked" : "";
	const state = flag.state === "flagged" ? "" : `  ${flag.state}`;
	const codes = flag.reasons.map(({ code, brand }) => (brand ? `${code} ${brand}` : code)).join(", ");
	return `${flag.flaggedAt.toISOString()}  ${nameOf(found)}  ${new URL(link.targetUrl).hostname}  ${codes}${asked}${state}`;
}

function shown(found: FlaggedLink): string[] {
	const { flag, link, owner } = found;
	const host = shownHost(link.targetUrl);
	const rows: [string, string | null][] = [
		["link", nameOf(found)],
		["state", `${flag.state}, by ${EVIDENCE_NAMES[flag.evidence]}`],
		// Escaped, so that an owner's line break can't fake a line.
		["title", JSON.stringify(link.title)],
		["text", JSON.stringify(link.description)],
		["target", link.targetUrl],
		["after", link.afterUrl],
		...flag.reasons.map((reason): [string, string] => [
			"reason",
			JSON.stringify(reasonText(reason, host)).slice(1, -1),
		]),
		["owner", `${owner.userSlug} (${owner.email})`],
		["flagged", flag.flaggedAt.toISOString()],
		["review", flag.reviewAskedAt && `asked ${flag.reviewAskedAt.toISOString()}`],
		["decided", flag.decidedAt?.toISOString() ?? null],
		["note", flag.note],
	];
	return rows.flatMap(([label, value]) => (value ? [`${label.padEnd(10)}  ${value}`] : []));
}
