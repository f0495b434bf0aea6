import { createHash } from "node:crypto";
import type { linkCards } from "#shared/links/cards/link-cards.table.ts";
import type { Link } from "#shared/links/links.table.ts";
import { spokenName } from "./address.ts";

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
