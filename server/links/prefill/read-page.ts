import { isPublicTarget } from "#server/platform/outbound/target-host.ts";
import { PREFILL_IMAGES, type Prefill } from "#shared/links/prefill.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import type { PageAsks } from "#shared/moderation/guard/page-signs.table.ts";
import { gateOf } from "./gates.ts";
import { readJsonLd } from "./json-ld.ts";
import { type PageFacts, readFacts } from "./page-facts.ts";
import { pageLine } from "./page-line.ts";
import { pageText } from "./page-text.ts";

export type PageAnswer = {
	asked: URL;
	url: URL;
	status: number;
	headers: Record<string, string>;
	bytes: Uint8Array;
};

const MOST = { title: 300, description: 1_000, siteName: 100 };
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
const IMAGE = /^\s*image\/(?:jpeg|jpg|png|webp)\b/i;
/** Never a card's image, or not decodable here. */
const NO_IMAGE = /\.(?:ico|svgz?|gif|avif|heic|bmp|tiff?|mp4|webm)$|\/favicon[^/]*$/i;

/** A page's metadata, and what it asks its visitors for under which title; the form doesn't get the latter. */
export type ReadPage = Prefill & { asks?: { for: PageAsks; title: string } };

type Options = {
	ownOrigins: readonly string[];
	rest?: () => void;
};

/** Reads a page's metadata from a response (P150). Gates are reported, and nothing of them is passed on. */
export function readPage(answer: PageAnswer, { ownOrigins, rest = () => {} }: Options): ReadPage {
	const { url, bytes } = answer;
	const blank = { title: "", description: "", pictures: [], siteName: "", finalUrl: url.href };
	const contentType = answer.headers["content-type"] ?? "";
	if (IMAGE.test(contentType)) return { ...blank, pictures: [url.href] };
	// Without a type, content that begins like HTML is read as HTML.
	const isHtml =
		HTML.test(contentType) || (contentType.trim() === "" && /^\s*</.test(pageText(bytes.subarray(0, 200), "")));
	const facts = readFacts(isHtml ? pageText(bytes, contentType) : "", rest);
	const title = pageLine(facts.title, MOST.title);
	const hasCard = facts.meta.has("og:title");
	const blocked = gateOf({ ...answer, title, hasCard, asksPassword: facts.asksPassword });
	const field = facts.asksCard ? "card number" : facts.asksPassword ? "password" : null;
	const asks = field && title !== "" ? { asks: { for: field, title } as const } : {};
	if (blocked) return { ...blank, blocked, ...asks };
	return { ...blank, ...cardOf(facts, url, ownOrigins), ...asks };
}

function cardOf(facts: PageFacts, url: URL, ownOrigins: readonly string[]) {
	const { meta } = facts;
	const data = readJsonLd(facts.jsonLd);
	const siteName = first(MOST.siteName, meta.get("og:site_name"), data.siteName, meta.get("application-name"));
	const pageTitle = withoutSite(pageLine(facts.title, MOST.title), siteName);
	const title = first(MOST.title, meta.get("og:title"), meta.get("twitter:title"), data.title, pageTitle, facts.h1);
	const description = first(
		MOST.description,
		meta.get("og:description"),
		meta.get("twitter:description"),
		data.description,
		meta.get("description"),
	);
	const base = URL.canParse(facts.base, url.href) ? new URL(facts.base, url.href) : url;
	const named = [
		...["og:image:secure_url", "og:image", "og:image:url"].flatMap((key) => meta.get(key) ?? []),
		...["twitter:image", "twitter:image:src"].flatMap((key) => meta.get(key) ?? []),
		...data.images,
		...facts.imageLinks,
	];
	return { title, description, siteName, pictures: imagesOf(named, base, ownOrigins) };
}

function first(most: number, ...texts: (readonly string[] | string | undefined)[]): string {
	for (const text of texts.flat()) {
		const clean = pageLine(text ?? "", most);
		if (clean !== "") return clean;
	}
	return "";
}

/** 'A page | The site' becomes 'A page'. */
function withoutSite(title: string, siteName: string): string {
	const match = /^(.*\S)\s+[|\-–—·•:»/]+\s+(\S.*)$/u.exec(title);
	const [, page = "", site = ""] = match ?? [];
	return siteName !== "" && site.toLowerCase() === siteName.toLowerCase() ? page : title;
}

function imagesOf(named: readonly string[], base: URL, ownOrigins: readonly string[]): string[] {
	const found = new Set<string>();
	for (const text of named) {
		const address = text.trim();
		if (address === "" || !URL.canParse(address, base.href)) continue;
		const url = parseWebAddress(new URL(address, base.href).href);
		if (!url || NO_IMAGE.test(url.pathname) || !isPublicTarget(url, { ownOrigins })) continue;
		const isKnownSafely = url.protocol === "http:" && found.has(url.href.replace("http:", "https:"));
		if (!isKnownSafely) found.add(url.href);
		if (found.size === PREFILL_IMAGES) break;
	}
	return [...found];
}
