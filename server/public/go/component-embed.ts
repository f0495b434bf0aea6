import type { Card } from "./card-page.ts";

/** Discord's limits: the document in bytes, a button's address and an alternative text in characters. */
export const EMBED_BYTES = 3_000;
const BUTTON_URL_MAX = 512;

const CONTAINER = 17;
const TEXT = 10;
const GALLERY = 12;
const ROW = 1;
const BUTTON = 2;
const LINK_STYLE = 5;

type Embedded = Pick<Card, "title" | "description" | "color" | "canonicalUrl"> & {
	button: string;
	image: string | null;
};

/**
 * Discord's card with a button (P204), by its page on Component Embeds. Only these keys: an unknown one invalidates the
 * card.
 * @returns an element for the page's head; null if too large, so that the usual tags apply
 */
export function componentEmbed(card: Embedded): string | null {
	if (card.canonicalUrl.length > BUTTON_URL_MAX) return null;
	// The alternative text repeats the title, so it is dropped first.
	const json = [documentOf(card, card.title), documentOf(card, null)].find(
		(each) => Buffer.byteLength(each) <= EMBED_BYTES,
	);
	if (json === undefined) return null;
	return `<script id="discord:component-embed" type="application/json">${json}</script>`;
}

function documentOf({ title, description, color, canonicalUrl, button, image }: Embedded, alt: string | null): string {
	const item = { media: { url: image }, ...(alt !== null && { description: alt }) };
	const component = {
		type: CONTAINER,
		...(color !== null && { accent_color: Number.parseInt(color.slice(1), 16) }),
		components: [
			{ type: TEXT, content: `## ${linked(title, canonicalUrl)}\n${plain(description)}` },
			...(image === null ? [] : [{ type: GALLERY, items: [item] }]),
			{ type: ROW, components: [{ type: BUTTON, style: LINK_STYLE, url: canonicalUrl, label: button }] },
		],
	};
	// An owner's text must not close the element.
	return JSON.stringify({ component }).replaceAll("<", "\\u003c");
}

/** If a link's text looks like an address, Discord shows the brackets. */
function linked(title: string, address: string): string {
	if (title.includes("://")) return plain(title);
	return `[${plain(title)}](${address.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

/** Escapes a text for Discord's markdown, except addresses. */
function plain(text: string): string {
	return text
		.replace(/https?:\/\/[^\s<>]+|[\\`*_~|<>[\]@#]/g, (found) => (found.length > 1 ? found : `\\${found}`))
		.replace(/^(\s*)(-|\d+(?=\.))/gm, (_, space: string, mark: string) =>
			mark === "-" ? `${space}\\-` : `${space}${mark}\\`,
		);
}
