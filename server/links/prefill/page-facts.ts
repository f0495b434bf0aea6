import { Parser } from "htmlparser2";

export type PageFacts = {
	/** `<meta>` contents by lowercase property or name, in document order, without blank ones. */
	meta: ReadonlyMap<string, readonly string[]>;
	title: string;
	h1: string;
	base: string;
	imageLinks: readonly string[];
	jsonLd: readonly string[];
	asksPassword: boolean;
	asksCard: boolean;
};

/** How forms name the number of a payment card, or its code. */
const CARD_FIELD = /^(?:card[-_]?(?:number|num|no)|cc[-_]?(?:number|num|no)|cvv|cvc|cvv2)$/i;
const CHUNK = 8_192;
/** Normal pages have fewer than a hundred; each unmatched closing tag is compared with all of these. */
const DEEPEST = 256;
/** The limit per kind: more adds nothing. */
const MOST = 50;

/**
 * Reads a page's tags, however broken its markup. Stops at absurdly deep nesting.
 * @param rest called every few KB
 */
export function readFacts(html: string, rest: () => void): PageFacts {
	const meta = new Map<string, string[]>();
	const texts = { title: "", h1: "" };
	const imageLinks: string[] = [];
	const jsonLd: string[] = [];
	let base = "";
	let asksPassword = false;
	let asksCard = false;
	let depth = 0;
	/** Within SVG, a title belongs to a shape. */
	let drawings = 0;
	let open: "title" | "h1" | "json" | null = null;
	let text = "";

	function begin(kind: typeof open): void {
		open = kind;
		text = "";
	}

	function end(): void {
		if (open === "json") {
			if (jsonLd.length < MOST) jsonLd.push(text);
		} else if (open && texts[open] === "") texts[open] = text.trim();
		open = null;
	}

	function takeMeta({ property, name, itemprop, content }: Record<string, string>): void {
		const key = (property ?? name ?? itemprop)?.trim().toLowerCase();
		if (!key || !content?.trim()) return;
		const known = meta.get(key) ?? [];
		if (known.length < MOST && meta.size < 1_000) meta.set(key, [...known, content]);
	}

	function takeField({ type, autocomplete, name, id }: Record<string, string>): void {
		if (type?.trim().toLowerCase() === "password") asksPassword = true;
		const isCard =
			/\bcc-(number|csc)\b/i.test(autocomplete ?? "") || CARD_FIELD.test(name ?? "") || CARD_FIELD.test(id ?? "");
		if (isCard && type?.trim().toLowerCase() !== "hidden") asksCard = true;
	}

	const parser = new Parser({
		onopentag(tag, attributes) {
			depth += 1;
			if (tag === "svg" || tag === "math") drawings += 1;
			if (drawings > 0) return;
			if (tag === "meta") takeMeta(attributes);
			else if (tag === "title" && texts.title === "") begin("title");
			else if (tag === "h1" && texts.h1 === "" && open === null) begin("h1");
			else if (tag === "base") base ||= attributes.href?.trim() ?? "";
			else if (tag === "link" && /(^|\s)image_src(\s|$)/i.test(attributes.rel ?? "")) {
				if (imageLinks.length < MOST) imageLinks.push(attributes.href ?? "");
			} else if (tag === "script" && /^application\/ld\+json\b/i.test(attributes.type?.trim() ?? "")) begin("json");
			else if (tag === "input") takeField(attributes);
		},
		ontext(part) {
			if (open !== null) text += part;
		},
		onclosetag(tag) {
			depth -= 1;
			if (tag === "svg" || tag === "math") drawings = Math.max(0, drawings - 1);
			if (open !== null && (tag === open || (tag === "script" && open === "json"))) end();
		},
	});
	for (let at = 0; at < html.length && depth < DEEPEST; at += CHUNK) {
		parser.write(html.slice(at, at + CHUNK));
		rest();
	}
	if (depth < DEEPEST) parser.end();
	return { meta, ...texts, base, imageLinks, jsonLd, asksPassword, asksCard };
}

/** Text that may contain escaped entities, as JSON-LD does: decoded once, without tags. */
export function plainText(text: string): string {
	if (!/[&<]/.test(text)) return text;
	let plain = "";
	const parser = new Parser({
		ontext(part) {
			plain += part;
		},
	});
	parser.end(text.slice(0, CHUNK));
	return plain;
}
