import { expect, test } from "vitest";
import { attributionOf } from "./attribution.ts";
import { judgeUserAgent } from "./visitor.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const INSTAGRAM =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0.3";

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
	[CHROME, "", "https://m.www.facebook.com/", "m.www.facebook.com"],
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
	expect(attributionOf(judgeUserAgent(userAgent), { search, referrer, ownHosts: ["visualink.example"] })).toBe(
		attribution,
	);
});

test.each([
	["x", "https://t.co/abc https://x.com/ada https://twitter.com/ android-app://com.twitter.android/"],
	[
		"facebook",
		"https://facebook.com/ https://l.facebook.com/l.php?u=1 https://lm.facebook.com/ https://m.facebook.com/",
	],
	["facebook", "https://www.facebook.com/ android-app://com.facebook.katana/"],
	["instagram", "https://instagram.com/ https://l.instagram.com/"],
	["linkedin", "https://lnkd.in/x https://linkedin.com/feed android-app://com.linkedin.android/"],
	["reddit", "https://reddit.com/r/all https://out.reddit.com/t3 https://old.reddit.com/"],
	["slack", "android-app://com.slack/"],
	["telegram", "android-app://org.telegram.messenger/"],
])("%s is behind each of %s", (platform, referrers) => {
	for (const referrer of referrers.split(" ")) {
		expect(
			attributionOf(judgeUserAgent(CHROME), { search: "", referrer, ownHosts: ["visualink.example"] }),
			referrer,
		).toBe(platform);
	}
});
