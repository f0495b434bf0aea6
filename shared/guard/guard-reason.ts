import { z } from "zod";

/** Why a card or its target is suspicious (P380, P381). */
export const REASON_CODES = [
	"impersonation",
	"look-alike-name",
	"look-alike-host",
	"mixed-host",
	"ip-address",
	"shortener",
	"open-redirect",
	"download",
	"listed",
	"web-risk",
	"closed-before",
] as const;

export const guardReason = z.object({
	code: z.enum(REASON_CODES),
	/**
	 * What of the card or address it is about, as it is written there; of a list, its name; of Web Risk, the threats; of a link
	 * that was closed before, its host.
	 */
	words: z.array(z.string()),
	/** Whom the card seems to come from. */
	brand: z.string().optional(),
	points: z.number(),
});
export type GuardReason = z.infer<typeof guardReason>;

/** The reason with most points, the first among equals. */
export function worstOf(reasons: readonly GuardReason[]): GuardReason | undefined {
	const [worst] = reasons.toSorted((one, other) => other.points - one.points);
	return worst;
}

/** `cleared` and `blocked` are an operator's decisions. */
export const FLAG_STATES = ["flagged", "cleared", "blocked"] as const;
export type FlagState = (typeof FLAG_STATES)[number];

/** What the owner of a flagged link sees; a cleared one has none. */
export const linkFlag = z.object({
	state: z.enum(["flagged", "blocked"]),
	reasons: z.array(guardReason),
	reviewAskedAt: z.iso.datetime().nullable(),
	/** An operator blocked it: no edit opens it again (P460). */
	isDecided: z.literal(true).optional(),
});
export type LinkFlag = z.infer<typeof linkFlag>;

/** A reason in a sentence, for owners and operators. @param host that the link leads to */
export function reasonText(
	{ code, words, brand }: Pick<GuardReason, "code" | "words" | "brand">,
	host: string,
): string {
	const quoted = words.map((word) => `"${word}"`).join(", ");
	switch (code) {
		case "impersonation":
			return `It reads as if it came from ${brand} (${quoted}), but leads to ${host}.`;
		case "look-alike-name":
			return `It imitates the name of ${brand} (${quoted}), but leads to ${host}.`;
		case "look-alike-host":
			return `The website ${host} looks like ${brand}'s (${quoted}), but isn't.`;
		case "mixed-host":
			return `The website's name ${quoted} mixes letters of different scripts.`;
		case "ip-address":
			return `It leads to an IP address (${quoted}) instead of a website's name.`;
		case "shortener":
			return `It leads to another short link (${quoted}), which hides where it goes.`;
		case "open-redirect":
			return `It leads to a redirect (${quoted}), which hides where it goes.`;
		case "download":
			return `It downloads a file that can run on a device (${quoted}).`;
		case "listed":
			return `Its target is on the list ${quoted}.`;
		case "web-risk":
			// "May", and whose advice it is, are among Google's terms.
			return `Its target may be unsafe (${words.join(", ")}). Advisory provided by Google.`;
		case "closed-before":
			return brand
				? `We closed another of your links that seemed to come from ${brand}.`
				: `We closed another of your links to ${words.join(", ")}.`;
	}
}
