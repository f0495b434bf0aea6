import { expect, test } from "vitest";
import { attributionOf } from "./attribution.ts";
import { judgeUserAgent } from "./visitor.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const INSTAGRAM =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0.3";

const isOwnHost = (host: string) => host === "visualink.example";

test.each([
	[CHROME, "", undefined, ""],
	[CHROME, "?utm_source=news%00letter&fbclid=1", "https://t.co/", "newsletter"],
	[CHROME, "?fbclid=1", "https://example.org/", "facebook"],
	[CHROME, "?igsh=1", undefined, "instagram"],
	[CHROME, "?twclid=1", undefined, "x"],
	[CHROME, "?ttclid=1", undefined, "tiktok"],
	[CHROME, "?li_fat_id=1", undefined, "linkedin"],
	[CHROME, "?gclid=1", undefined, "google"],
	[CHROME, "?msclkid=1", undefined, "bing"],
	[CHROME, "?igshid=1", undefined, "instagram"],
	[CHROME, "?q=1", undefined, "qr"],
	[CHROME, "?q=1&fbclid=1", "https://t.co/", "qr"],
	[INSTAGRAM, "?v=2&q=1", undefined, "qr"],
	[CHROME, "?q=1&utm_source=poster", undefined, "poster"],
	[CHROME, "?q=10", "https://t.co/", "x"],
	["WhatsApp/2.23.20.0 A", "?q=1", undefined, "whatsapp"],
	[CHROME, "?gclid=1&fbclid=1", undefined, "facebook"],
	[CHROME, "?utm_source=%20news%20letter%0a", undefined, "news letter"],
	[CHROME, "?utm_source=%20", "https://t.co/", "x"],
	[CHROME, "?v=2", "https://t.co/", "x"],
	[CHROME, "?utm_source=", "https://t.co/abc", "x"],
	[CHROME, "", "https://www.reddit.com/r/all", "reddit"],
	[CHROME, "", "https://m.www.facebook.com/", "facebook"],
	[CHROME, "", `https://${"a.".repeat(600)}example/`, "a.".repeat(512)],
	[CHROME, "", "https://Blog.Example.org:8080/post", "blog.example.org"],
	[CHROME, "", "not an address", ""],
	[CHROME, "", "https://visualink.example/admin", ""],
	[CHROME, "", "https://blog.visualink.example/", "blog.visualink.example"],
	[CHROME, "?fbclid=1", "https://visualink.example/go/ada/launch", "facebook"],
	["Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "?utm_source=bio", undefined, "claude"],
	[INSTAGRAM, "", "https://l.instagram.com/", "instagram"],
	[INSTAGRAM, "?utm_source=bio", undefined, "bio"],
	["WhatsApp/2.23.20.0 A", "?utm_source=bio", undefined, "whatsapp"],
	[CHROME, `?utm_source=${"x".repeat(2000)}`, undefined, "x".repeat(1024)],
	[CHROME, `?utm_source=${"x".repeat(1023)}😀`, undefined, "x".repeat(1023)],
	[CHROME, `?utm_source=${"x".repeat(1022)}😀😀`, undefined, `${"x".repeat(1022)}😀`],
])("%#: %s %s from %s is %j", (userAgent, search, referrer, attribution) => {
	expect(attributionOf(judgeUserAgent(userAgent), { search, referrer, isOwnHost })).toBe(attribution);
});

const of = (userAgent: string, search: string, referrer?: string) =>
	attributionOf(judgeUserAgent(userAgent), { search, referrer, isOwnHost });

test.each([
	["x", "https://t.co/abc android-app://com.twitter.android/"],
	["facebook", "https://web.facebook.com/ https://mbasic.facebook.com/ android-app://com.facebook.katana/"],
	["instagram", "https://l.instagram.com/ android-app://com.instagram.android/ https://com.instagram.android/"],
	["slack", "https://app.slack.com/ android-app://com.Slack/"],
	["google", "https://lens.google.com/ android-app://com.google.android.googlequicksearchbox/https/www.google.com"],
	["chatgpt", "https://chatgpt.com/ android-app://com.openai.chatgpt/"],
])("%s is behind each of %s (P536)", (platform, referrers) => {
	for (const referrer of referrers.split(" ")) expect(of(CHROME, "", referrer), referrer).toBe(platform);
});

test.each([
	["google", "gclid gbraid wbraid gclsrc gad_source dclid srsltid"],
	["facebook", "fbclid"],
	["instagram", "igsh igshid"],
	["x", "twclid"],
	["tiktok", "ttclid"],
	["linkedin", "li_fat_id"],
	["bing", "msclkid"],
	["reddit", "rdt_cid"],
	["pinterest", "epik"],
	["snapchat", "ScCid sccid"],
	["yandex", "yclid ysclid ymclid"],
	["quora", "qclid"],
	["baidu", "bd_vid"],
	["mailchimp", "mc_cid mc_eid"],
])("%s adds each of %s (P536)", (platform, params) => {
	for (const param of params.split(" ")) expect(of(CHROME, `?${param}=1`, "https://a.example/"), param).toBe(platform);
});

test("the click id of all apps of a company names the app that is known (P537)", () => {
	expect(of(INSTAGRAM, "?fbclid=1")).toBe("instagram");
	expect(of(CHROME, "?fbclid=1", "https://l.threads.com/")).toBe("threads");
	expect(of(CHROME, "?fbclid=1", "android-app://com.whatsapp/")).toBe("whatsapp");
	expect(of(CHROME, "?fbclid=1", "https://t.co/")).toBe("facebook");
	expect(of(INSTAGRAM, "?gclid=1")).toBe("google");
	expect(of(INSTAGRAM, "?gclid=1&fbclid=1")).toBe("instagram");
});
