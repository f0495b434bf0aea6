import { createHash } from "node:crypto";
import type { linkCards } from "#shared/cards/link-cards.table.ts";
import type { Link } from "#shared/links/links.table.ts";

type CardTexts = Pick<typeof linkCards.$inferInsert, "title" | "description" | "buttonLabel">;

/** What is judged of a link; a slug that is drawn later is empty. */
export type LinkContent = Pick<Link, "title" | "description" | "targetUrl"> & {
	linkSlug: string | null;
	afterUrl?: string | null | undefined;
	cards: CardTexts[];
};

/** Everything that a link shows, and every address it leads to: each text is judged with each of them. */
export function judgedContent({ title, description, targetUrl, linkSlug, afterUrl, cards }: LinkContent) {
	const slug = linkSlug ?? "";
	const own = { title, description, slug };
	const others = cards
		.filter((card) => card.title || card.description || card.buttonLabel)
		.map((card) => ({
			title: card.title ?? title,
			description: [card.description ?? description, card.buttonLabel].filter(Boolean).join(" "),
			slug,
		}));
	const targets = [targetUrl, ...(afterUrl && afterUrl !== targetUrl ? [afterUrl] : [])];
	return { texts: [own, ...others], targets };
}

/** Names what is judged: a decision on a link holds until this changes. */
export function contentHash({ title, description, targetUrl, linkSlug, afterUrl, cards }: LinkContent): string {
	const texts = cards.map((card) =>
		JSON.stringify([card.title ?? null, card.description ?? null, card.buttonLabel ?? null]),
	);
	const content = [title, description, targetUrl, linkSlug, afterUrl ?? null, ...texts.sort()];
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}
