import { z } from "zod";

/** What speaks against a card or its target (P380, P381). */
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
 * How much a reason proves, and so who notices it (P546), the weakest first:
 *
 * | evidence | owner | visitors |
 * |---|---|---|
 * | words | a hint, and an operator looks | nothing |
 * | target | a hint | of a new account: the trust page |
 * | sign | a hint, and an operator looks | of a new account: the trust page, and a plain card |
 * | closed | a save is refused | a stored link is closed |
 */
export const EVIDENCE = ["words", "target", "sign", "closed"] as const;
export type Evidence = (typeof EVIDENCE)[number];

export const moderationReason = z.object({
	code: z.enum(REASON_CODES),
	/**
	 * What of the card or address it is about, as it is written there; of a list, its name; of Web Risk, the threats; of a link
	 * that was closed before, its host; of a page, its title and what it asks for.
	 */
	words: z.array(z.string()),
	/** Whom the card seems to come from. */
	brand: z.string().optional(),
	evidence: z.enum(EVIDENCE),
});
export type ModerationReason = z.infer<typeof moderationReason>;

export function isStronger(one: Evidence, other: Evidence): boolean {
	return EVIDENCE.indexOf(one) > EVIDENCE.indexOf(other);
}

/** The reason that proves most, the first among equals. */
export function worstOf<Reason extends Pick<ModerationReason, "evidence">>(
	reasons: readonly Reason[],
): Reason | undefined {
	const [first, ...others] = reasons;
	return others.reduce((worst, each) => (worst && isStronger(each.evidence, worst.evidence) ? each : worst), first);
}

/** `cleared` and `blocked` are an operator's decisions. */
export const FLAG_STATES = ["flagged", "cleared", "blocked"] as const;
export type FlagState = (typeof FLAG_STATES)[number];

/** What visitors of a flagged link get now: the link as ever, the trust page first, that and a plain card, or nothing. */
export const FLAG_EFFECTS = ["none", "page", "plain", "closed"] as const;
export type FlagEffect = (typeof FLAG_EFFECTS)[number];

/** What the owner of a flagged link sees; a cleared one has none. */
export const linkFlag = z.object({
	state: z.enum(["flagged", "blocked"]),
	reasons: z.array(moderationReason),
	effect: z.enum(FLAG_EFFECTS),
	reviewAskedAt: z.iso.datetime().nullable(),
	/** An operator blocked it: no edit opens it again (P460). */
	isDecided: z.literal(true).optional(),
});
export type LinkFlag = z.infer<typeof linkFlag>;

/** What visitors of a flagged link get. @param isTrusted its owner (P547) */
export function effectOf(evidence: Evidence, isTrusted: boolean): FlagEffect {
	if (evidence === "closed") return "closed";
	if (evidence === "words" || isTrusted) return "none";
	return evidence === "target" ? "page" : "plain";
}

/** Answer of `POST /api/links/hint`: what a save of these texts would find; `refusal` where it would be refused. */
export const cardHint = z.object({
	reasons: z.array(moderationReason),
	effect: z.enum(FLAG_EFFECTS),
	refusal: z.string().optional(),
});
export type CardHint = z.infer<typeof cardHint>;
