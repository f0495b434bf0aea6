import { createHash } from "node:crypto";
import type { linkCards } from "#shared/links/cards/link-cards.table.ts";
import type { Link } from "#shared/links/links.table.ts";
import { spokenName } from "./address.ts";

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
