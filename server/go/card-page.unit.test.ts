import { expect, test } from "vitest";
import { type Card, cardPage, escapeHtml, universalPage } from "./card-page.ts";

const ORIGIN = "https://visualink.example";
const card: Card = {
	title: "Title",
	description: "Description",
	imageUrl: `/images/${"a".repeat(64)}.jpg`,
	destination: "https://example.com/page",
	canonicalUrl: `${ORIGIN}/go/ada/link`,
	publicOrigin: ORIGIN,
};
const bytesUntil = (html: string, mark: string) => Buffer.byteLength(html.slice(0, html.lastIndexOf(mark)));

test("every tag stands within the first 4 KB, for any text within the form's limits", () => {
	for (const character of ["x", '"', "&", "'", "日", "é"]) {
		const html = cardPage({ ...card, title: character.repeat(60), description: character.repeat(160) });
		expect(bytesUntil(html, '<meta name="viewport"'), character).toBeLessThanOrEqual(4_096);
	}
});

test("with the longest foreign picture, what every platform needs stands within the first 4 KB", () => {
	const imageUrl = `https://example.com/${"i".repeat(2_028)}`;
	const html = cardPage({ ...card, imageUrl, title: "é".repeat(60), description: "é".repeat(160) });
	expect(bytesUntil(html, '<meta property="og:site_name"')).toBeLessThanOrEqual(4_096);
	expect(html).not.toContain("og:image:width");
});

test("without a picture the card is a small one", () => {
	const html = cardPage({ ...card, imageUrl: null });
	expect(html).toContain('<meta name="twitter:card" content="summary">');
	expect(html).not.toContain("image");
});

test("a picture over http has no secure address", () => {
	expect(cardPage(card)).toContain(`<meta property="og:image:secure_url" content="${ORIGIN}/images/`);
	expect(cardPage({ ...card, publicOrigin: "http://localhost:3000" })).not.toContain("secure_url");
});

test("the universal page says where to report the link, below the way to its target", () => {
	const html = universalPage(card, { sizeReportPath: "/go/~size/x", reportEmail: "abuse@visualink.example" });
	const subject = encodeURIComponent(`Report of ${card.canonicalUrl}`);
	expect(html).toContain(`href="mailto:abuse@visualink.example?subject=${subject}">Report this link</a>`);
	expect(html.indexOf("mailto:")).toBeGreaterThan(html.indexOf(`href="${card.destination}"`));
	expect(bytesUntil(html, '<meta name="viewport"')).toBeLessThanOrEqual(4_096);
	expect(cardPage(card)).not.toContain("mailto:");
});

test("the card has no script; the universal page has one that holds nobody's text", () => {
	const marked = { ...card, title: "MARK", description: "MARK", destination: "https://example.com/MARK" };
	expect(cardPage(marked)).not.toMatch(/<script|http-equiv/);
	const script = /<script>(.*?)<\/script>/s.exec(
		universalPage(marked, { sizeReportPath: "/go/~size/MARK", reportEmail: "MARK@example.com" }),
	)?.[1];
	expect(script).toContain("location.replace");
	expect(script).not.toContain("MARK");
});

test("text is escaped once, in elements and attributes alike", () => {
	expect(escapeHtml(`&amp;<>"'`)).toBe("&amp;amp;&lt;&gt;&#34;&#39;");
});
