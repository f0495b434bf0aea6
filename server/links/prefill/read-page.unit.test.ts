import { expect, it } from "vitest";
import { recordedPages } from "../../testing/web/recorded-pages.ts";
import { readPage } from "./read-page.ts";

const pages = recordedPages();

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
