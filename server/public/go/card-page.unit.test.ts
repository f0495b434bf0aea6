import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { CARD_CSP, type Card, cardPage, messagePage, trustLine, UNIVERSAL_CSP, universalPage } from "./card-page.ts";

const ORIGIN = "https://visualink.example";
const TAG = "A".repeat(24);
const card: Card = {
	title: "Title",
	description: "Description",
	imageUrl: `/images/${"a".repeat(64)}.jpg`,
	color: null,
	imageTag: TAG,
	destination: "https://example.com/page",
	canonicalUrl: `${ORIGIN}/go/ada/link`,
	publicOrigin: ORIGIN,
	linksOrigin: ORIGIN,
	imagesOrigin: ORIGIN,
};
const UNIVERSAL = { sizeReportPath: "/go/~size/x", trustPath: "/go/ada/link+" };
const OWN_IMAGE = `${ORIGIN}${card.imageUrl}?l=${TAG}`;

/** What readers of tags see, in their order: `name: content`. */
const tagsOf = (html: string) =>
	[
		...html.matchAll(
			/<meta (?:property|name)="([^"]*)" content="([^"]*)">|<(title)>([^<]*)|rel="(canonical)" href="([^"]*)"/g,
		),
	]
		.map((found) => found.slice(1).filter((text) => text !== undefined))
		.map(([name, content]) => `${name}: ${content}`);
const inside = (html: string, tag: string) => new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(html)?.[1] ?? "";
const bytesUntil = (html: string, mark: string) => Buffer.byteLength(html.slice(0, html.lastIndexOf(mark)));

/** Of a card with this image. */
const tagsWith = (image: { address: string; details: string[] } | null) => [
	"og:title: Title",
	"og:description: Description",
	...(image ? [`og:image: ${image.address}`] : []),
	"og:url: https://visualink.example/go/ada/link",
	"og:type: website",
	`twitter:card: ${image ? "summary_large_image" : "summary"}`,
	"title: Title",
	"canonical: https://visualink.example/go/ada/link",
	"og:site_name: example.com",
	...(image ? [...image.details, "og:image:alt: Title"] : []),
	"twitter:title: Title",
	...(image ? [`twitter:image: ${image.address}`] : []),
	"twitter:description: Description",
	"description: Description",
	"viewport: width=device-width,initial-scale=1",
];
const MEASURES = ["og:image:type: image/jpeg", "og:image:width: 1200", "og:image:height: 630"];

test.each<[string, Partial<Card>, Parameters<typeof tagsWith>[0]]>([
	["a picture of ours", {}, { address: OWN_IMAGE, details: [`og:image:secure_url: ${OWN_IMAGE}`, ...MEASURES] }],
	[
		"a picture of ours over http",
		{ linksOrigin: "http://localhost:3000", imagesOrigin: "http://localhost:3000" },
		{ address: `http://localhost:3000${card.imageUrl}?l=${TAG}`, details: MEASURES },
	],
	[
		"a picture elsewhere",
		{ imageUrl: "https://example.com/images/a.png?b=1" },
		{
			address: "https://example.com/images/a.png?b=1",
			details: ["og:image:secure_url: https://example.com/images/a.png?b=1"],
		},
	],
	[
		"a picture elsewhere that names ours",
		{ imageUrl: `https://example.com/?${ORIGIN}/images/` },
		{
			address: `https://example.com/?${ORIGIN}/images/`,
			details: [`og:image:secure_url: https://example.com/?${ORIGIN}/images/`],
		},
	],
	["no picture", { imageUrl: null }, null],
	["an empty picture", { imageUrl: "" }, null],
])("the tags of a card with %s", (_, changes, image) => {
	const changed = { ...card, ...changes };
	expect(tagsOf(cardPage(changed))).toEqual(tagsWith(image));
	const betweenTags = inside(cardPage(changed), "head").replace(/<style>.*<\/style>|<[^>]*>/g, "");
	expect(betweenTags).toBe("Title");
	expect(tagsOf(universalPage(changed, UNIVERSAL))).toEqual(tagsWith(image));
});

test("the site's name is the target's host, cut where platforms would drop it", () => {
	expect(tagsOf(cardPage({ ...card, destination: "https://xn--mnchen-3ya.example/" }))).toContain(
		"og:site_name: münchen.example",
	);
	const destination = `https://${"a.".repeat(150)}example/`;
	expect(tagsOf(cardPage({ ...card, destination }))).toContain(`og:site_name: ${"a.".repeat(126)}a`);
});

test("whoever sees a card sees its text and one link", () => {
	const text =
		"<h1>Title</h1><p>Description</p>" +
		'<p><a rel="nofollow noopener noreferrer" href="https://example.com/page">Continue to example.com</a></p>';
	expect(cardPage(card)).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8"><meta property="og:/);
	expect(cardPage(card)).toContain(`<body>${text}</body></html>`);
	expect(universalPage(card, UNIVERSAL)).toContain(
		`<body>${text.replace('page">', 'page" data-size="/go/~size/x">')}<p><small>`,
	);
});

test("a message page says one thing, and what is to stand below it", () => {
	const html = messagePage({
		title: "Link <not> found",
		text: "It is gone & away.",
		homeUrl: `${ORIGIN}/`,
		more: "<p>More</p>",
	});
	expect(html).toMatch(
		/^<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Link &lt;not&gt; found<\/title><link rel="icon" href="\/favicon.ico">/,
	);
	expect(inside(html, "body")).toBe(
		`<header><a href="${ORIGIN}/"><img src="/icon.svg" width="32" height="32" alt="">Visualink</a></header>` +
			"<main><h1>Link &lt;not&gt; found</h1><p>It is gone &amp; away.</p>" +
			`<p><a href="${ORIGIN}/">Go to the home page</a></p><p>More</p></main>`,
	);
	expect(html).not.toContain("<script");
	expect(Buffer.byteLength(html)).toBeLessThan(4_096);
});

test("each page may do what it does, and nothing else", () => {
	const sourceOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
	const html = universalPage(card, UNIVERSAL);
	expect(inside(cardPage(card), "style")).toBe(inside(html, "style"));
	const style = `style-src ${sourceOf(inside(html, "style"))}`;
	const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
	expect(CARD_CSP).toBe(`default-src 'none'; img-src 'self' https:; ${style}; ${closed}`);
	expect(UNIVERSAL_CSP).toBe(
		`default-src 'none'; img-src 'self' https:; ${style}; script-src ${sourceOf(inside(html, "script"))}; connect-src 'self'; ${closed}`,
	);
});

test.each(["a browser that reports the window's size", "one that cannot"])(
	"the universal page's script goes on in %s",
	(browser) => {
		const done: string[] = [];
		const link = new URL(card.destination);
		const sendBeacon = (address: string) => done.push(`tell ${address}`);
		runInNewContext(inside(universalPage(card, UNIVERSAL), "script"), {
			document: {
				querySelector: (selector: string) =>
					selector === "a" ? Object.assign(link, { dataset: { size: UNIVERSAL.sizeReportPath } }) : null,
			},
			navigator: browser === "one that cannot" ? {} : { sendBeacon },
			innerWidth: 390,
			innerHeight: 844,
			location: { hash: "", replace: (address: string) => done.push(`go to ${address}`) },
		});
		const told = browser === "one that cannot" ? [] : ["tell /go/~size/x?w=390&h=844"];
		expect(done).toEqual([...told, "go to https://example.com/page"]);
	},
);

test.each([
	["https://example.com/page", "#part", "https://example.com/page#part"],
	["https://example.com/page#own", "#part", "https://example.com/page#own"],
	["https://example.com/page#own", "", "https://example.com/page#own"],
	["https://example.com/page#", "", "https://example.com/page#"],
])("from the universal page of %s the visitor's fragment %j leads to %s", (destination, hash, address) => {
	const gone: string[] = [];
	runInNewContext(inside(universalPage({ ...card, destination }, UNIVERSAL), "script"), {
		document: { querySelector: () => Object.assign(new URL(destination), { dataset: { size: "" } }) },
		navigator: {},
		location: { hash, replace: (to: string) => gone.push(to) },
	});
	expect(gone).toEqual([address]);
});

const WIDE = ["x", '"', "&", "'", "日", "é"];
const filled = (character: string) => ({ title: character.repeat(60), description: character.repeat(160) });

test.each(WIDE)("every tag stands within the first 4 KB but what repeats one, for a text of %s", (character) => {
	const html = cardPage({ ...card, ...filled(character) });
	expect(bytesUntil(html, '<meta name="description"')).toBeLessThanOrEqual(4_096);
	const usual = cardPage({ ...card, ...filled("x") });
	expect(bytesUntil(usual, '<meta name="viewport"')).toBeLessThanOrEqual(4_096);
});

test.each(WIDE)(
	"with the longest picture's address, what matters stands within the first 4 KB, for a text of %s",
	(character) => {
		for (const imageUrl of [`https://example.com/${"i".repeat(492)}`, `https://example.com/?${"&".repeat(98)}`]) {
			const html = cardPage({
				...card,
				...filled(character),
				imageUrl,
				canonicalUrl: `${card.canonicalUrl}?v=${"2".repeat(64)}`,
			});
			expect(bytesUntil(html, '<meta name="twitter:title"'), imageUrl).toBeLessThanOrEqual(4_096);
			expect(html).not.toContain("og:image:width");
		}
	},
);

test("a card has our icon, and says nothing of a language that nobody told us", () => {
	for (const html of [cardPage(card), universalPage(card, UNIVERSAL)]) {
		expect(html).toContain(`<link rel="icon" href="${ORIGIN}/favicon.ico">`);
		expect(html).not.toContain("og:locale");
	}
});

test("the universal page leads to the link's trust page, below the way to its target", () => {
	const html = universalPage(card, { sizeReportPath: "/go/~size/x", trustPath: "/go/ada/link+" });
	expect(html).toContain(trustLine("/go/ada/link+"));
	expect(html.indexOf("/go/ada/link+")).toBeGreaterThan(html.indexOf(`href="${card.destination}"`));
	expect(bytesUntil(html, '<meta name="viewport"')).toBeLessThanOrEqual(4_096);
	expect(cardPage(card)).not.toContain("link+");
});

test("the card has no script; the universal page has one that holds nobody's text", () => {
	const marked = { ...card, title: "MARK", description: "MARK", destination: "https://example.com/MARK" };
	expect(cardPage(marked)).not.toMatch(/<script|http-equiv/);
	const script = /<script>(.*?)<\/script>/s.exec(
		universalPage(marked, { sizeReportPath: "/go/~size/MARK", trustPath: "/go/ada/MARK+" }),
	)?.[1];
	expect(script).toContain("location.replace");
	expect(script).not.toContain("MARK");
});

test("text is escaped once, in elements and attributes alike", () => {
	const escaped = "&amp;amp;&lt;&gt;&#34;&#39;";
	const html = cardPage({ ...card, title: `&amp;<>"'` });
	expect(html).toContain(`<title>${escaped}</title>`);
	expect(html).toContain(`<h1>${escaped}</h1>`);
	expect(html).toContain(`<meta property="og:title" content="${escaped}">`);
});
