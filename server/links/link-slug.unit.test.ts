import { expect, it } from "vitest";
import { generateLinkSlug } from "./link-slug.ts";

it("a generated slug has seven characters that nobody mistakes for others, each of which occurs, and is new each time", () => {
	const slugs = Array.from({ length: 1_000 }, generateLinkSlug);
	for (const slug of slugs) expect(slug).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
	expect(new Set(slugs.join("")).size).toBe(31);
	expect(new Set(slugs).size).toBe(slugs.length);
});
