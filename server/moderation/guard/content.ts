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

/** What is judged of a link; a slug that is drawn later is empty. */
export type LinkContent = Pick<Link, "title" | "description" | "targetUrl"> & {
	linkSlug: string | null;
	afterUrl?: string | null | undefined;
	cards: CardTexts[];
	/** Former slugs that still lead to it. */
	aliases?: string[];
};

/** A link to be made, as it is judged: with cards that are written after it. */
export function withCardsToCome<Content extends LinkContent & { cardsToCome?: CardTexts[] }>(link: Content): Content {
	return { ...link, cards: [...link.cards, ...(link.cardsToCome ?? [])] };
}

/**
 * Everything that a link shows, and every address it leads to: each text is judged with each of them.
 * @param names in its address: the owner's present one, then former ones
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

/** Names all that is read of a link, the addresses that still lead to it too: a reading of the same is the same. */
export function readHash(content: LinkContent, names: readonly string[]): string {
	const { aliases = [] } = content;
	return JSON.stringify([contentHash(content), aliases.map((alias) => alias.toLowerCase()).sort(), names]);
}

/** Names what is judged: a judgement on a link holds until this changes. */
export function contentHash({ title, description, targetUrl, linkSlug, afterUrl, cards }: LinkContent): string {
	const texts = cards.map((card) =>
		JSON.stringify([card.title ?? null, card.description ?? null, card.buttonLabel ?? null]),
	);
	const content = [title, description, targetUrl, linkSlug, afterUrl ?? null, ...texts.sort()];
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

/** All that speaks against a link, whatever operators have decided: what takes time of a judgement. */
export type Reading = {
	found: { card: ModeratedCard; url: URL; reasons: ModerationReason[] }[];
	/** Of what was read. */
	hash: string;
	/** The slug was not drawn yet: any stands for it, since a drawn one says nothing. */
	isSlugOpen: boolean;
	/** Of the lists that were asked. */
	revision: number;
};

type Options = { listed: (url: URL) => ModerationReason[]; listsRevision: () => number };

export function createLinkReader({ listed, listsRevision }: Options) {
	/** Reads each text with each target, in time slices: a stranger's text costs visitors no more than one (P456). */
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
				// What the card says of the brand proves more, and is not said twice.
				const isNew = named !== null && reasons.every(({ brand }) => brand !== named.brand);
				reading.found.push({ card, url, reasons: [...reasons, ...(isNew ? [named] : []), ...lists] });
			}
		}
		return reading;
	}

	/** Whether another reading would find the same: neither the link, names nor lists have changed since. */
	function isCurrent({ hash, isSlugOpen, revision }: Reading, content: LinkContent, names: string[]): boolean {
		const linkSlug = isSlugOpen ? null : content.linkSlug;
		return revision === listsRevision() && hash === readHash({ ...content, linkSlug }, names);
	}

	return { read, isCurrent };
}
