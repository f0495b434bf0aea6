import { expect, test } from "vitest";
import { sourceName } from "./source-name.ts";

test.each([
	["", ""],
	["FB", "facebook"],
	["Newsletter", "newsletter"],
	["www.google.com", "google"],
	["google.de", "google"],
	["google.co.uk", "google"],
	["www.google.com.br", "google"],
	["de.search.yahoo.com", "yahoo"],
	["search.yahoo.com", "yahoo"],
	["m.facebook.com", "facebook"],
	["l.instagram.com", "instagram"],
	["de.linkedin.com", "linkedin"],
	["pinterest.fr", "pinterest"],
	["t.co", "x"],
	["twitter", "x"],
	["news.ycombinator.com", "hacker-news"],
	["google.example.com", "google.example.com"],
	["notgoogle.com", "notgoogle.com"],
	["www.shop.example", "shop.example"],
	["m.shop.example", "shop.example"],
	["constructor", "constructor"],
	["facebook.com.evil.example", "facebook.com.evil.example"],
	["notfacebook.com", "notfacebook.com"],
	["google.evil.io", "google.evil.io"],
	["ada.github.io", "ada.github.io"],
	["ada.substack.com", "ada.substack.com"],
	["com.example.app", "com.example.app"],
	["opengraph.io", "opengraph.io"],
	["..", ".."],
	[`${"a.".repeat(500)}t.co`, `${"a.".repeat(500)}t.co`],
	["leads", "leads"],
	["ads", "ads"],
	["Threads", "threads"],
	["TikTok Ads", "tiktok"],
])("the source %j counts as %j (P404)", (source, name) => {
	expect(sourceName(source)).toBe(name);
	expect(sourceName(sourceName(source))).toBe(sourceName(source));
});
