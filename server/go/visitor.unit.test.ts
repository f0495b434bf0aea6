import { describe, expect, test } from "vitest";
import { confusionTable, fixture } from "#server/testing/user-agent-corpora.ts";
import { judgeUserAgent, uncountedReason } from "./visitor.ts";

describe("corpora", () => {
	const { rows } = confusionTable();
	const of = (corpus: string) =>
		rows.find((row) => row.corpus === corpus) ?? { total: 0, card: 0, redirect: 0, universal: 0 };

	test("every preview fetcher gets the card, by its platform's name", () => {
		expect(of("preview fetchers").total).toBeGreaterThanOrEqual(40);
		for (const { userAgent, platform } of fixture("preview-fetchers")) {
			expect(judgeUserAgent(userAgent), userAgent).toMatchObject({
				answer: "card",
				platform,
				reason: `preview:${platform}`,
			});
		}
	});

	test("people in apps are people, by their app's name", () => {
		expect(of("in-app browsers").total).toBeGreaterThanOrEqual(60);
		for (const { userAgent, platform } of fixture("in-app-browsers")) {
			expect(judgeUserAgent(userAgent), userAgent).toMatchObject({
				answer: "redirect",
				platform,
			});
		}
	});

	test("at least 99.5 % of browsers are people", () => {
		const { total, redirect } = of("browsers");
		expect(total).toBeGreaterThan(500);
		expect(redirect / total).toBeGreaterThanOrEqual(0.995);
	});

	test("at least 99 % of other crawlers are no people", () => {
		const { total, redirect } = of("other crawlers");
		expect(total).toBeGreaterThan(1_500);
		expect(redirect / total).toBeLessThanOrEqual(0.01);
	});
});

test.each([
	["", "universal", "bot:empty"],
	["   ", "universal", "bot:empty"],
	["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "universal", "bot:search"],
	[
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
		"universal",
		"bot:ai",
	],
	["curl/8.5.0", "universal", "bot:other"],
	["SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1", "universal", "unsure:tool"],
	["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "redirect", "human"],
])("%j gets %s: %s", (userAgent, answer, reason) => {
	expect(judgeUserAgent(userAgent)).toMatchObject({ answer, reason });
});

test.each([
	[{ method: "HEAD", headers: {} }, "head"],
	[{ method: "GET", headers: { "sec-purpose": "prefetch;prerender" } }, "prefetch"],
	[{ method: "GET", headers: { purpose: "Prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "x-moz": "prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "x-purpose": "preview" } }, "prefetch"],
	[{ method: "GET", headers: { purpose: "navigate" } }, null],
	[{ method: "GET", headers: {} }, null],
])("%j is uncounted because: %s", (request, reason) => {
	expect(uncountedReason(request)).toBe(reason);
});
