import { expect, it } from "vitest";
import { PREFILL_IMAGES } from "#shared/links/prefill.ts";
import { readJsonLd } from "./json-ld.ts";

const article = (image: string) => `{"@type":"Article","headline":"The beach","image":${image}}`;

it("takes pictures however they are told", () => {
	const told = `["/a.png",{"url":"/b.png"},{"contentUrl":"/c.png"},{"url":[{"url":"/d.png"}]}]`;
	expect(readJsonLd([article(told)]).images).toEqual(["/a.png", "/b.png", "/c.png", "/d.png"]);
});

it("reads a page whose picture is nested without end", () => {
	const nested = `${'{"url":'.repeat(60_000)}"/a.png"${"}".repeat(60_000)}`;
	expect(readJsonLd([article(nested)])).toMatchObject({ title: "The beach", images: [] });
});

it("takes no more pictures than anybody looks at", () => {
	const many = Array.from({ length: 120_000 }, (_, n) => (n % 2 ? "a" : { url: ["a", "b"] }));
	const { images } = readJsonLd([article(JSON.stringify(many))]);
	expect(images.length).toBeGreaterThanOrEqual(PREFILL_IMAGES);
	expect(images.length).toBeLessThanOrEqual(PREFILL_IMAGES * 10);
});

const block = (node: object) => JSON.stringify(node);
const titleOf = (...nodes: object[]) => readJsonLd(nodes.map(block)).title;

it("tells title, description and name of the site, each from where it stands", () => {
	const publisher = [{ name: "The paper" }];
	const told = { "@type": "NewsArticle", name: "A name", description: "What happens", publisher };
	expect(readJsonLd([block({ ...told, headline: "A headline", image: "/a.png", thumbnailUrl: "/b.png" })])).toEqual({
		title: "A headline",
		description: "What happens",
		images: ["/a.png", "/b.png"],
		siteName: "The paper",
	});
	expect(readJsonLd([block({ ...told, headline: "" }), block({ "@type": "WebSite", name: "The site" })])).toMatchObject(
		{
			title: "A name",
			siteName: "The site",
		},
	);
	expect(readJsonLd([])).toEqual({ title: "", description: "", images: [], siteName: "" });
});

it.each([
	...["Article", "NewsArticle", "BlogPosting", "SocialMediaPosting", "Product", "ProductGroup", "Recipe", "MusicEvent"],
	...["VideoObject", "PodcastEpisode", "Book", "Movie", "TVSeries", "TVEpisode", "MusicAlbum", "MusicRecording"],
	...["Course", "SoftwareApplication", "WebApplication", "Report", "HowTo", "Question", "QAPage", "Review", "Place"],
	...["LocalBusiness", "Restaurant", "Hotel", "CreativeWork", "http://schema.org/Book", "https://schema.org/Book"],
])("a page is about its %s before it is a page", (type) => {
	expect(titleOf({ "@type": "WebPage", name: "page" }, { "@type": type, name: "thing" })).toBe("thing");
	expect(titleOf({ "@type": "WebPage", name: "page" }, { "@type": ["Other", type], name: "thing" })).toBe("thing");
});

it.each(["Articles", "ABook", "Books", "Person", "BreadcrumbList", "see http://schema.org/Book", 7, null])(
	"nor is it about %s",
	(type) => {
		expect(titleOf({ "@type": type, name: "thing" }, { "@type": "AboutPage", name: "page" })).toBe("page");
		expect(titleOf({ "@type": type, name: "thing" })).toBe("");
	},
);

it.each(["WebPage", "Blog", "Dataset"])("a %s is one where nothing else is there", (type) => {
	expect(titleOf({ "@type": type, name: "page" })).toBe("page");
	expect(titleOf({ "@type": `${type}s`, name: "page" })).toBe("");
	if (type !== "WebPage") expect(titleOf({ "@type": `My${type}`, name: "page" })).toBe("");
});

it("takes a site's name from a site alone", () => {
	for (const type of ["AWebSite", "WebSites"]) {
		expect(readJsonLd([block({ "@type": type, name: "none" })]).siteName).toBe("");
	}
});

it.each([
	["a list", (node: object) => [{ "@type": "Person" }, node]],
	["a graph", (node: object) => ({ "@graph": [node] })],
	["its main entity", (node: object) => ({ "@type": "WebPage", name: "page", mainEntity: node })],
	["what it is the main entity of", (node: object) => ({ "@type": "Person", mainEntityOfPage: node })],
])("finds it in %s", (_, wrap) => {
	expect(titleOf(wrap({ "@type": "Book", name: "book" }))).toBe("book");
});

it.each([
	["a comment", (json: string) => ` <!-- ${json} --> `],
	["CDATA", (json: string) => ` <![CDATA[${json}]]>\n`],
	["CDATA in a comment", (json: string) => ` /*<![CDATA[*/ ${json} `],
	["spaces", (json: string) => `\n ${json}\n `],
])("unwraps %s", (_, wrap) => {
	expect(readJsonLd([wrap(article('"/a.png"'))]).images).toEqual(["/a.png"]);
	// What stands within a text is left there.
	const text = block({ "@type": "Book", name: "a <!-- b --> c", headline: ["x ]]> y"] });
	expect(readJsonLd([wrap(text)]).title).toBe("x ]]> y");
});

it("passes over what is no JSON, and what is no object", () => {
	expect(readJsonLd(["{", "7", "null", '"Article"', "[[]]", article('"/a.png"')]).images).toEqual(["/a.png"]);
});

it("takes texts however they are told", () => {
	expect(titleOf({ "@type": "Book", name: { "@value": "a value", "@language": "en" } })).toBe("a value");
	expect(titleOf({ "@type": "Book", name: ["first", "second"] })).toBe("first");
	for (const name of [7, null, { "@value": 7 }, { value: "x" }, [], [["x"]]])
		expect(titleOf({ "@type": "Book", name })).toBe("");
	for (const publisher of ["The paper", null, [], [[{ name: "x" }]]])
		expect(readJsonLd([block({ "@type": "Book", publisher })]).siteName).toBe("");
});

it("looks for pictures and things a few levels deep, and no further", () => {
	const wrapped = (levels: number, wrap: (value: unknown) => unknown, value: unknown) =>
		Array.from({ length: levels }).reduce<unknown>(wrap, value) as object;
	const image = (levels: number) => block({ "@type": "Book", image: wrapped(levels, (url) => ({ url }), "/a.png") });
	expect(readJsonLd([image(6)]).images).toEqual(["/a.png"]);
	expect(readJsonLd([image(7)]).images).toEqual([]);

	const book = { "@type": "Book", name: "book" };
	expect(titleOf(wrapped(6, (mainEntity) => ({ mainEntity }), book))).toBe("book");
	expect(titleOf(wrapped(7, (mainEntity) => ({ mainEntity }), book))).toBe("");
	expect(titleOf(wrapped(6, (list) => [list], book))).toBe("book");
	expect(titleOf(wrapped(7, (list) => [list], book))).toBe("");
});

it("looks at two thousand things of a list, and no more", () => {
	const people = (count: number) => Array.from({ length: count }, () => ({ "@type": "Person" }));
	const book = { "@type": "Book", name: "book" };
	expect(titleOf([...people(1_999), book])).toBe("book");
	expect(titleOf([...people(2_000), book])).toBe("");
	expect(titleOf({ "@graph": [...people(1_998), book] })).toBe("book");
	expect(titleOf({ "@graph": [...people(1_999), book] })).toBe("");
});
