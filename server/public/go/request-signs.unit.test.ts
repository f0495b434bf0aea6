import { expect, test } from "vitest";
import { fixture } from "#server/testing/corpora/user-agent-corpora.ts";
import { uncountedReason, visitorOfRequest } from "./request-signs.ts";
import { judgeUserAgent } from "./visitor.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
const LOUNGE =
	"Mozilla/5.0 (compatible; The Lounge IRC Client; +https://github.com/thelounge/thelounge) facebookexternalhit/1.1 Twitterbot/1.0";

const judged = (userAgent: string, headers: Record<string, string> = {}) =>
	visitorOfRequest(judgeUserAgent(userAgent), { headers: { "user-agent": userAgent, ...headers } });

/** On a secure connection and on another; by a library that sends the mode alone; a download. */
const NAVIGATIONS: Record<string, string>[] = [
	{
		"accept-language": "en",
		"sec-fetch-dest": "document",
		"sec-fetch-mode": "navigate",
		"sec-fetch-site": "cross-site",
	},
	{ "accept-language": "en" },
	{ "accept-language": "*", "sec-fetch-mode": "cors" },
	{ "accept-language": "en", "sec-fetch-dest": "empty", "sec-fetch-mode": "navigate" },
];

test("nobody who goes to a link is moved by the headers of going there", () => {
	const agents = [CHROME, FIREFOX, SAFARI, ...fixture("in-app-browsers").map(({ userAgent }) => userAgent)];
	for (const userAgent of agents) {
		for (const headers of NAVIGATIONS) expect(judged(userAgent, headers), userAgent).toEqual(judgeUserAgent(userAgent));
	}
});

test.each<[string, Record<string, string>, string]>([
	["a picture", { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" }, "not-navigating:image"],
	["a picture without a mode", { "sec-fetch-dest": "image" }, "not-navigating:image"],
	["a script's fetch", { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" }, "not-navigating:empty"],
	["a frame", { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" }, "not-navigating:iframe"],
	["an old frame", { "sec-fetch-dest": "frame", "sec-fetch-mode": "navigate" }, "not-navigating:frame"],
	["an object", { "sec-fetch-dest": "object", "sec-fetch-mode": "navigate" }, "not-navigating:object"],
	["an embed", { "sec-fetch-dest": "embed", "sec-fetch-mode": "navigate" }, "not-navigating:embed"],
	["a fenced frame", { "sec-fetch-dest": "fencedframe", "sec-fetch-mode": "navigate" }, "not-navigating:fencedframe"],
])("%s is answered as a person is, and is none (P148)", (_, headers, reason) => {
	expect(judged(CHROME, headers)).toEqual({ answer: "redirect", reason, isBot: true, platform: null });
});

test("what a fetcher or a tool is stays what it is, whatever its headers say", () => {
	for (const userAgent of [LOUNGE, "curl/8.5.0", ""]) {
		expect(judged(userAgent, { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" })).toEqual(
			judgeUserAgent(userAgent),
		);
		expect(judged(userAgent)).toEqual(judgeUserAgent(userAgent));
	}
});

test.each([
	CHROME,
	FIREFOX,
	CHROME.replace("142", "80"),
	FIREFOX.replace("Firefox/140", "Firefox/90"),
	`${CHROME} Edg/142.0`,
	SAFARI,
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
	"Mozilla/5.0 (Windows; U; Windows NT 6.1; en-US) AppleWebKit/533.19.4 (KHTML, like Gecko) Version/5.0.3 Safari/533.19.4",
	"Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
	"Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
	"Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)",
])("%s that tells no language and sends no Sec-Fetch is a scanner: the page that does both", (userAgent) => {
	expect(judged(userAgent)).toEqual({ answer: "universal", reason: "unsure:no-language", isBot: true, platform: null });
});

test.each([
	CHROME.replace("142", "79"),
	FIREFOX.replace("Firefox/140", "Firefox/89"),
	"Mozilla/5.0 (Linux; U; Android 4.4.2; en-us; X1 Build/KOT49H) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
	...fixture("in-app-browsers").flatMap(({ platform, userAgent }) => (platform === null ? [] : [userAgent])),
])("%s may leave out its language", (userAgent) => {
	expect(judged(userAgent)).toEqual(judgeUserAgent(userAgent));
});

const PERSON = judgeUserAgent(CHROME);
test.each([
	[{ method: "HEAD", headers: {} }, "head"],
	[{ method: "GET", headers: { "sec-purpose": "prefetch;prerender" } }, "prefetch"],
	[{ method: "GET", headers: { purpose: "Prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "x-moz": "prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { purpose: "prerender" } }, "prefetch"],
	[{ method: "GET", headers: { "x-purpose": "preview" } }, "prefetch"],
	[{ method: "GET", headers: { "x-purpose": "instant" } }, "prefetch"],
	[{ method: "GET", headers: { "sec-purpose": "navigate", "x-moz": "prefetch" } }, "prefetch"],
	[{ method: "GET", headers: { "sec-purpose": "navigate" } }, null],
	[{ method: "GET", headers: { purpose: "navigate" } }, null],
	[{ method: "GET", headers: { "x-moz": "livepreview" } }, null],
	[{ method: "GET", headers: { "x-purpose": "navigate" } }, null],
	[{ method: "GET", headers: { purpose: "no prefetch" } }, null],
	[{ method: "GET", headers: {} }, null],
])("%j is uncounted because: %s", (request, reason) => {
	expect(uncountedReason(PERSON, request)).toBe(reason);
});

test("a preview fetcher counts, whatever it says of prefetching; its HEAD does not (P124)", () => {
	const visitor = judgeUserAgent(LOUNGE);
	expect(visitor.reason).toBe("preview:the-lounge");
	for (const headers of [{ "x-purpose": "preview" }, { "sec-purpose": "prefetch" }, { purpose: "prerender" }]) {
		expect(uncountedReason(visitor, { method: "GET", headers })).toBeNull();
		expect(uncountedReason(visitor, { method: "HEAD", headers })).toBe("head");
	}
});
