import { Parser } from "htmlparser2";
import { LinkifyIt } from "linkify-it";
import * as linkify from "linkifyjs";
import { expect, it } from "vitest";
import { HOSTILE, sampleMails } from "#server/testing/mail/sample-mails.ts";

const ORIGIN = "https://visualink.example";
const linkifyIt = new LinkifyIt();

/** The addresses that mail programs make links of, as two libraries find them. */
function linksIn(text: string): string[] {
	const found = [...(linkifyIt.match(text) ?? []).map(({ url }) => url), ...linkify.find(text).map(({ href }) => href)];
	return found.filter((url) => !url.startsWith(`${ORIGIN}/`));
}

it.each(sampleMails(HOSTILE))("P677: a user's text is no link and no markup in a mail: $kind", ({ text, html }) => {
	expect(linksIn(text)).toEqual([]);
	const hrefs: string[] = [];
	const tags = new Set<string>();
	const texts: string[] = [];
	const parser = new Parser({
		onopentag(name, { href, ...attributes }) {
			tags.add(name);
			if (href) hrefs.push(href);
			expect(attributes).not.toHaveProperty("src");
		},
		ontext: (part) => texts.push(part),
	});
	parser.end(html);
	expect(hrefs.filter((href) => !href.startsWith(`${ORIGIN}/`))).toEqual([]);
	expect(linksIn(texts.join(""))).toEqual([]);
	expect([...tags].filter((tag) => ["img", "script", "link", "b", "iframe"].includes(tag))).toEqual([]);
	expect(html).not.toMatch(/url\(|@import/);
});

it.each(sampleMails())("P677: the text says what the HTML says, and how to stop: $kind", ({ text, html }) => {
	const addresses = [...text.matchAll(/https:\/\/\S+/g)].map(([each]) => each.replaceAll("&", "&amp;"));
	for (const address of addresses.filter((each) => !each.includes("\u2060"))) expect(html).toContain(address);
	expect(text).toMatch(/Stop these mails: https:\/\/visualink\.example\/email\/unsubscribe\/[^\s]+$/m);
	expect(html).toContain("prefers-color-scheme:dark");
	expect(html).toContain("max-width:600px");
	// Gmail cuts what is longer.
	expect(html.length).toBeLessThan(100_000);
});
