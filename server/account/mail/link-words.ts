import { inert } from "./mail-content.ts";
import type { LinkFacts, MailFacts } from "./mail-facts.ts";
import { numberText } from "./mail-writer.ts";

/** Links named in one mail; the rest is counted. */
const NAMED = 20;

/** The link, unless it's gone. */
export function present(links: MailFacts["links"], id: number): LinkFacts[] {
	const link = links.get(id);
	return link ? [link] : [];
}

/** A link in a table. */
export function nameOf({ title, shortUrl }: Pick<LinkFacts, "title" | "shortUrl">): string {
	return `${inert(title)} (${inert(shortUrl.replace(/^https?:\/\//, ""))})`;
}

/** Rows of a table, without those of too many links. */
export function named<Each>(all: Each[], row: (each: Each) => [string, string]): [string, string][] {
	const more = all.length - NAMED;
	return [...all.slice(0, NAMED).map(row), ...(more > 0 ? [["And more", numberText(more)] as [string, string]] : [])];
}

/** A user's text in a subject, cut to what mail programs show; there, none makes a link of it. */
export function plain(text: string): string {
	const line = text.replace(/\s+/g, " ");
	return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

/** The path of a link's screen. */
export function path(pattern: string, { linkSlug }: Pick<LinkFacts, "linkSlug">): string {
	return pattern.replace(":linkSlug", encodeURIComponent(linkSlug));
}
