import { z } from "zod";

/** Signs against a card or its target (P380, P381). */
export const REASON_CODES = [
	"impersonation",
	"look-alike-name",
	"brand-in-host",
	"page-asks",
	"common-scam",
	"disguised-name",
	"look-alike-host",
	"mixed-host",
	"ip-address",
	"shortener",
	"smart-link",
	"open-redirect",
	"download",
	"listed",
	"web-risk",
	"closed-before",
] as const;

/**
 * How strong a reason is, and who notices it (P546), weakest first:
 * | evidence | owner | visitors |
 * |---|---|---|
 * | words | a hint, and an operator reviews | nothing |
 * | target | a hint | of a new account: the trust page |
 * | sign | a hint, and an operator reviews | of a new account: the trust page, and a plain card |
 * | closed | a save is refused | a stored link is closed |
 */
export const EVIDENCE = ["words", "target", "sign", "closed"] as const;
export type Evidence = (typeof EVIDENCE)[number];

export const moderationReason = z.object({
	code: z.enum(REASON_CODES),
	/** The suspicious part as written; a list's name; Web Risk's threats; a closed link's host. */
	words: z.array(z.string()),
	brand: z.string().optional(),
	evidence: z.enum(EVIDENCE),
});
export type ModerationReason = z.infer<typeof moderationReason>;

export function isStronger(one: Evidence, other: Evidence): boolean {
	return EVIDENCE.indexOf(one) > EVIDENCE.indexOf(other);
}

/** The strongest reason, the first among equals. */
export function worstOf<Reason extends Pick<ModerationReason, "evidence">>(
	reasons: readonly Reason[],
): Reason | undefined {
	const [first, ...others] = reasons;
	return others.reduce((worst, each) => (worst && isStronger(each.evidence, worst.evidence) ? each : worst), first);
}

/** `cleared` and `blocked` are an operator's decisions. */
export const FLAG_STATES = ["flagged", "cleared", "blocked"] as const;
export type FlagState = (typeof FLAG_STATES)[number];

/** What visitors of a flagged link get: the link, the trust page first, that and a plain card, or nothing. */
export const FLAG_EFFECTS = ["none", "page", "plain", "closed"] as const;
export type FlagEffect = (typeof FLAG_EFFECTS)[number];

export const linkFlag = z.object({
	state: z.enum(["flagged", "blocked"]),
	reasons: z.array(moderationReason),
	effect: z.enum(FLAG_EFFECTS),
	reviewAskedAt: z.iso.datetime().nullable(),
	/** Blocked by an operator: no edit opens it again (P460). */
	isDecided: z.literal(true).optional(),
});
export type LinkFlag = z.infer<typeof linkFlag>;

/** What visitors of a flagged link get. @param isTrusted its owner (P547) */
export function effectOf(evidence: Evidence, isTrusted: boolean): FlagEffect {
	if (evidence === "closed") return "closed";
	if (evidence === "words" || isTrusted) return "none";
	return evidence === "target" ? "page" : "plain";
}

/** Answer of `POST /api/links/hint`: what a save would find; `refusal` if it would be refused. */
export const cardHint = z.object({
	reasons: z.array(moderationReason),
	effect: z.enum(FLAG_EFFECTS),
	refusal: z.string().optional(),
});
export type CardHint = z.infer<typeof cardHint>;
