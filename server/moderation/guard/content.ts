import { createHash } from "node:crypto";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { linkCards } from "#shared/links/cards/link-cards.table.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import { addressReason, spokenName } from "./address.ts";
import { isRiskyHost } from "./hosts/target-signs.ts";
import { judgeCard, type ModeratedCard, readTexts } from "./judge.ts";

type CardTexts = Pick<typeof linkCards.$inferInsert, "title" | "description" | "buttonLabel">;

export type LinkContent = Pick<Link, "title" | "description" | "targetUrl"> & {
	linkSlug: string | null;
	afterUrl?: string | null | undefined;
	cards: CardTexts[];
	aliases?: string[];
};

/** A new link for the check, including cards stored after it. */
export function withCardsToCome<Content extends LinkContent & { cardsToCome?: CardTexts[] }>(link: Content): Content {
	return { ...link, cards: [...link.cards, ...(link.cardsToCome ?? [])] };
}

/**
 * All texts and targets of a link, each text with each target. @param names the owner's current one, then former ones
 */
export function validatedContent(
	{ title, description, targetUrl, linkSlug, afterUrl, cards, aliases = [] }: LinkContent,
	names: string[] = [],
) {
	const [name = "", ...formerNames] = names.map(spokenName);
	const slugs = [linkSlug ?? "", ...aliases];
	const slug = [`${name} ${linkSlug ?? ""}`.trim(), ...formerNames, ...aliases].join("\n");
	const own = { title, description, slug };
	const others = cards
		.filter((card) => card.title || card.description || card.buttonLabel)
		.map((card) => ({
			title: card.title ?? title,
			description: [card.description ?? description, card.buttonLabel].filter(Boolean).join(" "),
			slug,
		}));
	const targets = [targetUrl, ...(afterUrl && afterUrl !== targetUrl ? [afterUrl] : [])];
	return { texts: [own, ...others], targets, slugs };
}

/** Hash of everything read of a link, including aliases: equal hashes have equal readings. */
export function readHash(content: LinkContent, names: readonly string[]): string {
	const { aliases = [] } = content;
	return JSON.stringify([contentHash(content), aliases.map((alias) => alias.toLowerCase()).sort(), names]);
}

/** Hash of what is checked: a decision on a link is valid until it changes. */
export function contentHash({ title, description, targetUrl, linkSlug, afterUrl, cards }: LinkContent): string {
	const texts = cards.map((card) =>
		JSON.stringify([card.title ?? null, card.description ?? null, card.buttonLabel ?? null]),
	);
	const content = [title, description, targetUrl, linkSlug, afterUrl ?? null, ...texts.sort()];
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

export type Reading = {
	found: { card: ModeratedCard; url: URL; reasons: ModerationReason[] }[];
	hash: string;
	/** The slug isn't drawn yet; a random one has no meaning. */
	isSlugOpen: boolean;
	revision: number;
};

type Options = { listed: (url: URL) => ModerationReason[]; listsRevision: () => number };

export function createLinkReader({ listed, listsRevision }: Options) {
	/** Reads each text with each target, in time slices, so that a text delays visitors by at most one (P456). */
	async function read(content: LinkContent, names: string[]): Promise<Reading> {
		const { texts, targets, slugs } = validatedContent(content, names);
		const isSlugOpen = content.linkSlug === null;
		const reading: Reading = { found: [], hash: readHash(content, names), isSlugOpen, revision: listsRevision() };
		const toTargets = [];
		for (const targetUrl of targets) {
			await yieldAfterSlice();
			const url = new URL(targetUrl);
			const host = hostOf(url);
			const named = addressReason({ names, slugs, host });
			if (named && isRiskyHost(host)) named.evidence = "sign";
			toTargets.push({ targetUrl, url, named, lists: listed(url) });
		}
		for (const text of texts) {
			await yieldAfterSlice();
			const read = readTexts(text);
			for (const { targetUrl, url, named, lists } of toTargets) {
				await yieldAfterSlice();
				const card = { ...text, targetUrl };
				const { reasons } = judgeCard(card, read);
				// The card's own evidence about the brand is stronger, and not repeated.
				const isNew = named !== null && reasons.every(({ brand }) => brand !== named.brand);
				reading.found.push({ card, url, reasons: [...reasons, ...(isNew ? [named] : []), ...lists] });
			}
		}
		return reading;
	}

	/** Whether link, names and lists are unchanged since this reading. */
	function isCurrent({ hash, isSlugOpen, revision }: Reading, content: LinkContent, names: string[]): boolean {
		const linkSlug = isSlugOpen ? null : content.linkSlug;
		return revision === listsRevision() && hash === readHash({ ...content, linkSlug }, names);
	}

	return { read, isCurrent };
}
