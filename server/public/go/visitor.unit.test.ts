import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { confusionTable, fixture } from "#server/testing/corpora/user-agent-corpora.ts";
import { AI_ASSISTANTS, FETCHERS_NAMED_LIKE_APPS, IN_APP_BROWSERS, PREVIEW_FETCHERS } from "./platforms.ts";
import { judgeUserAgent, kindOf, visitorJudge } from "./visitor.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const IPHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const WEB_VIEW = "Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A; wv) Chrome/120.0.0.0 Mobile Safari/537.36";

describe("corpora", () => {
	const { rows } = confusionTable();
	const of = (corpus: string) =>
		rows.find((row) => row.corpus === corpus) ?? { total: 0, card: 0, redirect: 0, universal: 0 };

	test("every preview fetcher gets the card, by its platform's name", () => {
		expect(of("preview fetchers").total).toBeGreaterThanOrEqual(120);
		for (const { userAgent, platform } of fixture("preview-fetchers")) {
			expect(judgeUserAgent(userAgent), userAgent).toEqual({
				answer: "card",
				isBot: true,
				platform,
				reason: `preview:${platform}`,
			});
		}
	});

	test("people in apps, and with phones of unlucky names, are people", () => {
		expect(of("in-app, desktop").total).toBeGreaterThanOrEqual(100);
		for (const { userAgent, platform } of fixture("in-app-browsers")) {
			expect(judgeUserAgent(userAgent), userAgent).toMatchObject({
				answer: "redirect",
				isBot: false,
				platform,
				...(platform !== null && { reason: `human:in-app:${platform}` }),
			});
		}
	});

	test("scanners of mail and of security get the page that does both", () => {
		expect(of("scanners").total).toBeGreaterThanOrEqual(40);
		for (const { userAgent } of fixture("scanners")) {
			expect(judgeUserAgent(userAgent), userAgent).toMatchObject({ answer: "universal", isBot: true });
		}
	});

	test("at least 99.9 % of browsers are people", () => {
		const { total, redirect } = of("browsers");
		expect(total).toBeGreaterThan(500);
		expect(redirect / total).toBeGreaterThanOrEqual(0.999);
	});

	test("at least 99.5 % of other crawlers are no people", () => {
		const { total, redirect } = of("other crawlers");
		expect(total).toBeGreaterThan(1_500);
		expect(redirect / total).toBeLessThanOrEqual(0.005);
	});
});

test("the page on visitors has the name of each platform", () => {
	const page = readFileSync(new URL("../../../docs/visitors.md", import.meta.url), "utf8");
	const named = [...PREVIEW_FETCHERS, ...FETCHERS_NAMED_LIKE_APPS, ...AI_ASSISTANTS, ...IN_APP_BROWSERS];
	expect(named.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
});

test.each([
	["", "universal", "bot:empty"],
	["   ", "universal", "bot:empty"],
	["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "universal", "bot:search"],
	["CCBot/2.0 (https://commoncrawl.org/faq/)", "universal", "bot:ai"],
	["curl/8.5.0", "universal", "bot:other"],
	[`Wibble ${FIREFOX}`, "universal", "unsure:tool"],
	[`Wibble ${FIREFOX} Instagram 330.0`, "universal", "unsure:tool"],
	[`${WEB_VIEW} Instagram 330.0 facebookexternalhit/1.1`, "card", "preview:facebook"],
	["Mozilla/5.0 (compatible; Wibble/1.0) Instagram 330.0", "universal", "unsure:no-engine"],
	["Mozilla/5.0 (compatible; Limnoria/2024; +https://limnoria.example)", "universal", "bot:other"],
	["Mozilla/5.0 (compatible; Supy of a friend)", "universal", "unsure:no-engine"],
	["Mozilla/5.0 (compatible; Yahoo! Slurp)", "universal", "unsure:no-engine"],
	["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0)", "redirect", "human"],
	["Mozilla/5.0 (compatible; Konqueror/4.4; Linux) KHTML/4.4.5 (like Gecko) Kubuntu", "redirect", "human"],
	["Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041", "universal", "bot:tool"],
	["Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/20.0.0", "universal", "bot:tool"],
	[`${CHROME} Assetnote/1.0.0`, "universal", "bot:tool"],
	[`${CHROME} Lumar`, "universal", "bot:tool"],
	[`${CHROME} Mimecast`, "universal", "bot:tool"],
	[`${CHROME} Proofpoint`, "universal", "bot:tool"],
	[`${CHROME} Site24x7`, "universal", "bot:tool"],
	["Mozilla/5.0 (compatible; Amzn-User/0.1) AppleWebKit/537.36", "universal", "bot:tool"],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 7_0 like Mac OS X) Twitter for iPhone BrandVerity/1.0", "universal", "bot:tool"],
	[`${CHROME} TMWRS`, "universal", "bot:tool"],
	[`${FIREFOX} wallabag/2.6`, "universal", "bot:tool"],
	["Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0; Symantec WebPulse)", "universal", "bot:tool"],
	[
		"Mozilla/5.0 (compatible; Wibble) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
		"universal",
		"unsure:tool",
	],
	[
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Wibble) Chrome/120.0 Safari/537.36",
		"universal",
		"unsure:tool",
	],
	[`${CHROME} (compatible; Wibble)`, "universal", "unsure:tool"],
	[`TV Bro/1.0 ${CHROME}`, "redirect", "human:in-app:webview"],
	[`${CHROME} Model/VIDAA-MTK9603 VIDAA/9.0(Hisense;SmartTV;65A60LXVT;UHD;65A6N;)`, "redirect", "human:in-app:webview"],
	["HbbTV/1.6.1 (+DRM; Hisense; V1; ; ; ) AppleWebKit/537.36", "redirect", "human:in-app:webview"],
	[`${CHROME} Rocket.Chat/3.8`, "redirect", "human"],
	["Rocket.Chat/6.5", "card", "preview:rocketchat"],
	[
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Mastodon/4 Electron/28.2",
		"redirect",
		"human",
	],
	["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Zulip", "redirect", "human"],
	["Mozilla/5.0 (compatible; Bluesky; Electron/28.2)", "card", "preview:bluesky"],
	[
		"Mozilla/5.0 (Linux; Android 7.0; M bot 60) AppleWebKit/537.36 Chrome/84.0 Mobile Safari/537.36",
		"redirect",
		"human",
	],
	[
		"Mozilla/5.0 (Linux; Android 7.0; Catchbot) AppleWebKit/537.36 Chrome/84.0 (+http://bot.example)",
		"universal",
		"bot:other",
	],
	[`${IPHONE} SmartNews/22.1`, "redirect", "human:in-app:webview"],
	[`${IPHONE} NewsBot/1.0 (+https://bot.example)`, "universal", "bot:other"],
	[`${IPHONE} Safari/604.1 Feedfetcher`, "universal", "bot:other"],
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

test("what may have been cut from a longer user agent is not remembered: it would keep the whole one in memory", () => {
	const judge = visitorJudge();
	const agent = (length: number) => `curl/8.5.0 ${"x".repeat(length)}`.slice(0, length);
	expect(judge(agent(1_023))).toBe(judge(agent(1_023)));
	expect(judge(agent(1_024))).not.toBe(judge(agent(1_024)));
	expect(judge(agent(1_024))).toEqual(judgeUserAgent(agent(1_024)));
});

test.each([
	[
		"chatgpt",
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
	],
	["chatgpt", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"],
	["perplexity", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0)"],
	["perplexity", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0)"],
	["claude", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"],
	["claude", "Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)"],
	["mistral", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0)"],
	["duckduckgo", "DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)"],
])("the assistant %s reads the page that does both, under its name", (platform, userAgent) => {
	expect(judgeUserAgent(userAgent)).toEqual({ answer: "universal", reason: "bot:ai", isBot: true, platform });
});

test.each([
	["human", "human"],
	["human:in-app:instagram", "in-app"],
	["preview:whatsapp", "preview"],
	["not-navigating:anything a client may say", "not-navigating"],
	["bot:search", "bot:search"],
	["unsure:no-language", "unsure:no-language"],
])("the verdict %s is kept as %s", (reason, kind) => {
	expect(kindOf({ reason })).toBe(kind);
});
