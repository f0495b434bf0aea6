import { expect, it } from "vitest";
import { CHARSETS } from "../../testing/web/encodings.ts";
import { recordedPages } from "../../testing/web/recorded-pages.ts";
import { readPage } from "./read-page.ts";

const pages = recordedPages();

it("is tried on 300 pages and more, in 12 charsets and more, each by a name of its own", () => {
	expect(pages.length).toBeGreaterThanOrEqual(300);
	expect(Object.keys(CHARSETS).length).toBeGreaterThanOrEqual(12);
	expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
});

it.each(pages.map((page) => [page.name, page] as const))("%s", (_name, { asked, url, expected, ...page }) => {
	const answer = { ...page, asked: new URL(asked), url: new URL(url) };
	const read = readPage(answer, { ownOrigins: ["https://visualink.example"] });
	expect({ blocked: undefined, ...read }).toMatchObject({ finalUrl: url, ...expected });
});

it.each([
	['<input type="password">', "password"],
	['<input type=PASSWORD name="x">', "password"],
	['<input autocomplete="cc-number">', "card number"],
	['<input type="password"><input name="cardNumber">', "card number"],
	['<input type="hidden" name="cvv">', undefined],
	['<input name="search">', undefined],
])("P550: a page with %s asks for a %s", (field, asked) => {
	const url = new URL("https://coast.example/account");
	const bytes = Buffer.from(`<title>PayPal</title><meta property="og:title" content="x"><form>${field}</form>`);
	const answer = { asked: url, url, status: 200, headers: { "content-type": "text/html" }, bytes };
	const { asks } = readPage(answer, { ownOrigins: [] });
	expect(asks).toEqual(asked && { for: asked, title: "PayPal" });
});

it("rests after each piece of a long page", () => {
	let rests = 0;
	const url = new URL("https://coast.example/");
	const headers = { "content-type": "text/html; charset=utf-8" };
	const bytes = Buffer.from(`<title>Long</title>${"<p>x</p>".repeat(64_000)}`);
	const read = readPage(
		{ asked: url, url, status: 200, headers, bytes },
		{ ownOrigins: ["https://visualink.example"], rest: () => (rests += 1) },
	);
	expect(read.title).toBe("Long");
	expect(rests).toBeGreaterThanOrEqual(50);
});

it("takes no time worth naming for pages made to take it", () => {
	const hostile = [
		"<b>".repeat(85_000) + "</x>".repeat(64_000),
		"<meta ".repeat(85_000),
		`<title>${"&".repeat(500_000)}`,
		`<title>a ${"| ".repeat(250_000)}</title><meta property="og:site_name" content="x">`,
		`<meta property="og:title" content="${" ".repeat(500_000)}x">`,
		`<script type="application/ld+json">${`[{"@type":"Article","@graph":`.repeat(15_000)}`,
		'<meta property="a" content="b">'.repeat(16_000),
		"<script type=application/ld+json>{</script>".repeat(12_000),
		"<!--".repeat(120_000),
		"<h1>".repeat(120_000),
		...["</p>", "</x>", "</br>", "<p>", "</desc>"].map((tag) => "<b>".repeat(250) + tag.repeat(130_000)),
		...["</mi>", "</x>"].map((tag) => "<svg>".repeat(250) + tag.repeat(130_000)),
		"<![CDATA[".repeat(58_000),
		`<script type="application/ld+json">${"]]>".repeat(170_000)}x</script>`,
		'<meta property="og:image" content="http://[/x.png">'.repeat(10_000),
	];
	for (const html of hostile) {
		const before = process.cpuUsage();
		const url = new URL("https://coast.example/");
		const answer = {
			asked: url,
			url,
			status: 200,
			headers: { "content-type": "text/html; charset=utf-8" },
			bytes: Buffer.from(html),
		};
		readPage(answer, { ownOrigins: ["https://visualink.example"] });
		// Below 100 ms each on an idle machine; what grows with the square would take a minute.
		expect(process.cpuUsage(before).user / 1_000, html.slice(0, 40)).toBeLessThan(2_000);
	}
});

it("stops reading where tags are left open without end, as each stray tag would be compared with all of them", () => {
	const url = new URL("https://coast.example/");
	const headers = { "content-type": "text/html; charset=utf-8" };
	const read = (html: string) => {
		let rests = 0;
		const answer = { asked: url, url, status: 200, headers, bytes: Buffer.from(html) };
		const { title } = readPage(answer, { ownOrigins: ["https://visualink.example"], rest: () => (rests += 1) });
		return { title, rests };
	};
	const title = "<title>Found</title>";
	expect(read(`${title}${"<b>".repeat(300)}${"</x>".repeat(120_000)}`)).toEqual({ title: "Found", rests: 1 });
	// Deeper than pages are that people write.
	expect(read(`${"<div>".repeat(200)}${"</x>".repeat(10_000)}${title}`)).toEqual({ title: "Found", rests: 6 });
});
