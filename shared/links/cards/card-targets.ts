import { DRAWN_PLATFORMS } from "../../public/platforms/drawn-platforms.ts";

/** Targets of custom cards: fetchers that can be distinguished (P138). */
export const CARD_TARGETS = ["meta", "whatsapp", "x", "linkedin", "discord", "others"] as const;
export type CardTarget = (typeof CARD_TARGETS)[number];

/** Versions of the targets whose card is older than the link's latest change (P292). */
export type TargetVersions = Partial<Record<string, number>>;

export const CARD_TARGET_NAMES: Record<CardTarget, string> = {
	meta: "Meta",
	whatsapp: "WhatsApp",
	x: "X",
	linkedin: "LinkedIn",
	discord: "Discord",
	others: "Everyone else",
};

/** By attribution's words. Facebook's fetcher also serves Instagram, Messenger and Threads. */
export const TARGETS_BY_PLATFORM: Record<string, CardTarget> = Object.fromEntries(
	DRAWN_PLATFORMS.flatMap(({ word, cardTarget }) => (cardTarget ? [[word, cardTarget]] : [])),
);

/** The target that a platform belongs to. @param platform a fetcher's word, or the id of a drawing */
export function cardTargetOf(platform: string | null): CardTarget {
	return (platform !== null && TARGETS_BY_PLATFORM[platform]) || "others";
}

type Versioned = { cardVersion: number; cardVersions?: TargetVersions | null | undefined };

/** The link's version in which this platform's card last changed (P292). */
export function cardVersionFor({ cardVersion, cardVersions }: Versioned, platform: string | null): number {
	return cardVersions?.[cardTargetOf(platform)] ?? cardVersion;
}
