import { describe, expect, test } from "vitest";
import { confusionTable, fixture } from "#server/testing/corpora/user-agent-corpora.ts";
import { judgeUserAgent, uncountedReason, visitorJudge } from "./visitor.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const WEB_VIEW = "Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A; wv) Chrome/120.0.0.0 Mobile Safari/537.36";

describe("corpora", () => {
	const { rows } = confusionTable();
	const of = (corpus: string) =>
		rows.find((row) => row.corpus === corpus) ?? { total: 0, card: 0, redirect: 0, universal: 0 };

	test("every preview fetcher gets the card, by its platform's name", () => {
		expect(of("preview fetchers").total).toBeGreaterThanOrEqual(40);
		for (const { userAgent, platform } of fixture("preview-fetchers")) {
			expect(judgeUserAgent(userAgent), userAgent).toEqual({
				answer: "card",
				isBot: true,
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
				isBot: false,
				platform,
				...(platform !== null && { reason: `human:in-app:${platform}` }),
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
	[`Wibble ${FIREFOX}`, "universal", "unsure:tool"],
	[`Wibble ${FIREFOX} Instagram 330.0`, "universal", "unsure:tool"],
	[`${WEB_VIEW} Instagram 330.0 facebookexternalhit/1.1`, "card", "preview:facebook"],
	["Mozilla/5.0 (compatible; Wibble/1.0) Instagram 330.0", "redirect", "human"],
	["Wibble/1.0 (Linux; Android 14; wv) WebView", "universal", "unsure:tool"],
	[WEB_VIEW, "redirect", "human:in-app:webview"],
	[`${FIREFOX} WebView`, "redirect", "human:in-app:webview"],
	["Mozilla/5.0 (Linux; Android 10; CUBOT X30) Chrome/120.0 Mobile", "redirect", "human:in-app:webview"],
	[`${FIREFOX} WhatsApp`, "redirect", "human"],
	[`${FIREFOX} Viber`, "redirect", "human"],
	[`${FIREFOX} Tumblr/31`, "redirect", "human"],
	["Opera/9.80 (Android; Opera Mini/8) Presto/2.12", "redirect", "human"],
	["belly-scrap/1.0", "card", "preview:belly"],
	["RemindPreview/1.0", "card", "preview:remind"],
	["MetaInspector/5.15.0", "card", "preview:metainspector"],
	["SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1", "universal", "unsure:tool"],
	[FIREFOX, "redirect", "human"],
])("%j gets %s: %s", (userAgent, answer, reason) => {
	const platform = answer === "card" ? reason.replace("preview:", "") : null;
	expect(judgeUserAgent(userAgent)).toEqual({ answer, reason, isBot: answer !== "redirect", platform });
});

test("a judge that remembers says the same, and remembers no more than it may", () => {
	const judge = visitorJudge(2);
	for (const userAgent of [FIREFOX, "curl/8.5.0", WEB_VIEW, FIREFOX, FIREFOX]) {
		expect(judge(userAgent)).toEqual(judgeUserAgent(userAgent));
	}
	const remembered = judge("curl/8.5.0");
	expect(judge("curl/8.5.0")).toBe(remembered);
	judge(FIREFOX);
	judge(WEB_VIEW);
	expect(judge("curl/8.5.0")).not.toBe(remembered);
});

test.each([
	[{ method: "HEAD", headers: {} }, "head"],
	[{ method: "GET", headers: { "sec-purpose": "prefetch;prerender" } }, "prefetch"],
	[{ method: "GET", headers: { purpose: "Prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "x-moz": "prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "x-purpose": "preview" } }, "prefetch"],
	[{ method: "GET", headers: { "sec-purpose": "navigate", "x-moz": "prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "sec-purpose": "navigate" } }, null],
	[{ method: "GET", headers: { purpose: "navigate" } }, null],
	[{ method: "GET", headers: { "x-moz": "livepreview" } }, null],
	[{ method: "GET", headers: { "x-purpose": "navigate" } }, null],
	[{ method: "GET", headers: { purpose: "no prefetch" } }, null],
	[{ method: "GET", headers: { purpose: ["prefetch"] } }, null],
	[{ method: "GET", headers: {} }, null],
])("%j is uncounted because: %s", (request, reason) => {
	expect(uncountedReason(request)).toBe(reason);
});
