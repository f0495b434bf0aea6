import { PREFILL_IMAGES } from "#shared/links/prefill.ts";
import { plainText } from "./page-facts.ts";

/** A page's JSON-LD; "" where it has none. `images` has the first `MOST_IMAGES`, unresolved. */
export type LinkedData = { title: string; description: string; images: string[]; siteName: string };

type Node = Record<string, unknown>;

/** Types of a page's subject, preferred to those that describe any page. */
const THINGS =
	/^(?:.*Article|BlogPosting|.*Posting|Product|ProductGroup|Recipe|.*Event|VideoObject|PodcastEpisode|Book|Movie|TVSeries|TVEpisode|MusicAlbum|MusicRecording|Course|SoftwareApplication|.*Application|Report|HowTo|Question|QAPage|Review|Place|.*Business|Restaurant|Hotel|CreativeWork)$/;
const PAGES = /^(?:.*Page|Blog|Dataset)$/;
const SITES = /^WebSite$/;
const DEEPEST = 6;
const MOST_NODES = 2_000;
/** Many aren't URLs or images, and each takes time to check. */
const MOST_IMAGES = PREFILL_IMAGES * 10;

/** Reads a page's JSON-LD blocks. Invalid JSON is skipped. */
export function readJsonLd(blocks: readonly string[]): LinkedData {
	const nodes = blocks.flatMap(nodesOf);
	const about = nodes.find(isOf(THINGS)) ?? nodes.find(isOf(PAGES));
	const site = nodes.find(isOf(SITES));
	return {
		title: textOf(about?.headline) || textOf(about?.name),
		description: textOf(about?.description),
		images: [...imagesOf(about?.image), ...imagesOf(about?.thumbnailUrl)].slice(0, MOST_IMAGES),
		siteName: textOf(site?.name) || textOf(firstOf(about?.publisher)?.name),
	};
}

function nodesOf(block: string): Node[] {
	// Some wrap it in a comment, or in CDATA.
	const json = block.replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)|(?:-->|\]\]>)\s*$/g, "").trim();
	try {
		return flattened(JSON.parse(json));
	} catch {
		return [];
	}
}

function flattened(value: unknown, depth = 0): Node[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.slice(0, MOST_NODES).flatMap((each) => flattened(each, depth + 1));
	if (!isNode(value)) return [];
	const inner = ["@graph", "mainEntity", "mainEntityOfPage"].flatMap((key) => flattened(value[key], depth + 1));
	return [value, ...inner].slice(0, MOST_NODES);
}

function isOf(types: RegExp) {
	return (node: Node) =>
		[node["@type"]]
			.flat()
			.some((type) => typeof type === "string" && types.test(type.replace(/^https?:\/\/schema\.org\//, "")));
}

function textOf(value: unknown): string {
	const first = [value].flat()[0];
	if (typeof first === "string") return plainText(first);
	return isNode(first) && typeof first["@value"] === "string" ? plainText(first["@value"]) : "";
}

function imagesOf(value: unknown, depth = 0): string[] {
	if (depth > DEEPEST) return [];
	const first = [value].flat().slice(0, MOST_IMAGES);
	return first.flatMap((each) => {
		if (typeof each === "string") return [each];
		return isNode(each) ? imagesOf(each.url ?? each.contentUrl, depth + 1) : [];
	});
}

function firstOf(value: unknown): Node | undefined {
	const first = [value].flat()[0];
	return isNode(first) ? first : undefined;
}

function isNode(value: unknown): value is Node {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
