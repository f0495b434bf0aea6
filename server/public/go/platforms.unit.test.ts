import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import { PREVIEW_FETCHERS } from "./platforms.ts";
import { judgeUserAgent } from "./visitor.ts";

test("the record of each file in shared/public/platforms is listed (P536)", () => {
	const folder = new URL("../../../shared/public/platforms/", import.meta.url);
	const written = readdirSync(folder).flatMap((file) =>
		[...readFileSync(new URL(file, folder), "utf8").matchAll(/^export const \w+: Platform = \{\n\tword: "(.+)"/gm)].map(
			([, word]) => word,
		),
	);
	expect(written.length).toBeGreaterThanOrEqual(13);
	expect(written.toSorted()).toEqual(DRAWN_PLATFORMS.map(({ word }) => word).toSorted());
});

test("each drawn platform says how its card is cached, and its probe is known as its fetcher (P536)", () => {
	for (const { word, name, caching, probe } of DRAWN_PLATFORMS) {
		// Messenger's cards are fetched by Facebook's crawler.
		if (word === "messenger") continue;
		const words = caching?.words ?? [word];
		expect([name, judgeUserAgent(probe?.userAgent ?? "").answer]).toEqual([name, "card"]);
		expect(words).toContain(judgeUserAgent(probe?.userAgent ?? "").platform);
	}
	expect(new Set(PREVIEW_FETCHERS.map(({ name }) => name)).size).toBe(PREVIEW_FETCHERS.length);
});
