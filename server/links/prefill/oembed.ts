import { z } from "zod";
import type { Prefill } from "#shared/links/prefill.ts";
import { plainText } from "./page-facts.ts";
import { pageLine } from "./page-line.ts";

type Provider = { pages: RegExp; endpoint: string };

/** Endpoints as https://oembed.com/providers.json lists them. */
const PROVIDERS: readonly Provider[] = [
	{
		pages: /^(?:(?:www|m|music)\.)?youtube\.com\/(?:watch\?|shorts\/|live\/|playlist\?|embed\/)|^youtu\.be\/./,
		endpoint: "https://www.youtube.com/oembed?format=json&url=",
	},
	// Without a width, the image is 295x166, below our minimum.
	{ pages: /^(?:(?:www|player)\.)?vimeo\.com\/./, endpoint: "https://vimeo.com/api/oembed.json?width=1280&url=" },
	{
		pages: /^(?:(?:www|m)\.)?tiktok\.com\/@[^/]+(?:\/(?:video|photo)\/\d+)?$/,
		endpoint: "https://www.tiktok.com/oembed?url=",
	},
	{ pages: /^open\.spotify\.com\/./, endpoint: "https://open.spotify.com/oembed?url=" },
	{
		pages: /^(?:(?:www|m|on)\.)?soundcloud\.com\/./,
		endpoint: "https://soundcloud.com/oembed?format=json&url=",
	},
];

const answer = z.object({
	title: z.string(),
	description: z.string().nullish(),
	author_name: z.string().nullish(),
	provider_name: z.string().nullish(),
	thumbnail_url: z.string().nullish(),
});

/** The oEmbed URL of this page; null for most. */
export function oembedAddress(page: URL): URL | null {
	const place = `${page.hostname}${page.pathname}${page.search}`;
	const provider = PROVIDERS.find(({ pages }) => pages.test(place) || pages.test(`${page.hostname}${page.pathname}`));
	return provider ? new URL(`${provider.endpoint}${encodeURIComponent(page.href)}`) : null;
}

/** Prefill data from an oEmbed response; null if it has none. */
export function readOembed(text: string, page: URL): Prefill | null {
	const parsed = answer.safeParse(jsonOf(text));
	if (!parsed.success) return null;
	const { title, description, author_name: author, provider_name: provider, thumbnail_url: thumbnail } = parsed.data;
	const clean = textOf(title, 300);
	if (clean === "") return null;
	const siteName = textOf(provider, 100);
	const by = author && siteName ? `By ${textOf(author, 100)} on ${siteName}` : "";
	const isImage = typeof thumbnail === "string" && thumbnail.startsWith("https://") && URL.canParse(thumbnail);
	return {
		title: clean,
		description: textOf(description, 1_000) || by,
		pictures: isImage ? [new URL(thumbnail).href] : [],
		siteName,
		finalUrl: page.href,
	};
}

/** Providers escape entities, although this isn't markup. */
function textOf(text: string | null | undefined, most: number): string {
	return pageLine(plainText(text ?? ""), most);
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
