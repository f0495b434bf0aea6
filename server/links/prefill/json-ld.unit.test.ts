import { expect, it } from "vitest";
import { PREFILL_PICTURES } from "#shared/links/prefill.ts";
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
	expect(images.length).toBeGreaterThanOrEqual(PREFILL_PICTURES);
	expect(images.length).toBeLessThanOrEqual(PREFILL_PICTURES * 10);
});
