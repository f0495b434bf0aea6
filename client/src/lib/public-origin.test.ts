import { afterEach, expect, test, vi } from "vitest";
import {
	codesNote,
	contactUrl,
	discountNote,
	imageAddress,
	publicOrigin,
	shortDomain,
	vatNote,
	writtenYear,
} from "./public-origin.ts";

afterEach(() => vi.unstubAllGlobals());

/** A page in which the server wrote these. */
function page(metas: Record<string, string>): void {
	vi.stubGlobal("window", { location: new URL("http://localhost:5173/admin") });
	vi.stubGlobal("document", {
		querySelector(selector: string) {
			const [, name = ""] = /^meta\[name="(.+)"\]$/.exec(selector) ?? [];
			return name in metas ? { content: metas[name] } : null;
		},
	});
}

test.each([
	[{ "public-origin": "https://visualink.example", "links-origin": "https://v.example" }, "v.example"],
	[{ "public-origin": "https://visualink.example", "links-origin": "__LINKS_ORIGIN__" }, "visualink.example"],
	[{ "public-origin": "__PUBLIC_ORIGIN__", "links-origin": "__LINKS_ORIGIN__" }, "localhost:5173"],
	[{}, "localhost:5173"],
])("links have the domain that the server names for them, and else that of the service (P363)", (metas, domain) => {
	page(metas);
	expect(shortDomain()).toBe(domain);
});

const UPLOAD = `/images/${"0a".repeat(32)}.jpg`;

test.each([
	["https://images.example", UPLOAD, `https://images.example${UPLOAD}`],
	["", UPLOAD, UPLOAD],
	["__IMAGES_ORIGIN__", UPLOAD, UPLOAD],
	["https://images.example", "https://elsewhere.example/a.jpg", "https://elsewhere.example/a.jpg"],
	["https://images.example", "blob:http://localhost:5173/1", "blob:http://localhost:5173/1"],
	["https://images.example", "/assets/sea.webp", "/assets/sea.webp"],
])("with the images' origin '%s', %s is loaded from %s (P697)", (origin, imageUrl, address) => {
	page({ "images-origin": origin });
	expect(imageAddress(imageUrl)).toBe(address);
});

test("where a page's HTML is made, the server fills in what only it knows", () => {
	expect([publicOrigin(), shortDomain(), contactUrl(), vatNote(), codesNote(), discountNote(), writtenYear()]).toEqual([
		"__PUBLIC_ORIGIN__",
		"__LINKS_HOST__",
		"__CONTACT_URL__",
		"__VAT_NOTE__",
		"__CODES_NOTE__",
		"__DISCOUNT_NOTE__",
		"__YEAR__",
	]);
});

test.each([
	["__DISCOUNT_NOTE__", /CUT50OFF/],
	["", /^$/],
	["Code A takes 5% off.", /^Code A/],
])("a note written as '%s' is %s (P573)", (written, shown) => {
	page({ "discount-note": written });
	expect(discountNote()).toMatch(shown);
});
