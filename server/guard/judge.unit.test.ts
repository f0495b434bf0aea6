import { describe, expect, it } from "vitest";
import { hardTexts } from "#server/testing/corpora/hard-texts.ts";
import { BRANDS } from "./brands.ts";
import { type JudgedCard, judgeCard } from "./judge.ts";

const card = (sent: Partial<JudgedCard>): JudgedCard => ({
	title: "Summer sale",
	description: "All of June",
	slug: "",
	targetUrl: "https://shop.example.com/",
	...sent,
});
const verdict = (sent: Partial<JudgedCard>) => judgeCard(card(sent)).verdict;
const codes = (sent: Partial<JudgedCard>) => judgeCard(card(sent)).reasons.map(({ code }) => code);

describe("P380: impersonation", () => {
	it("knows 500 brands and more, each with a domain", () => {
		expect(BRANDS.length).toBeGreaterThanOrEqual(500);
		expect(
			BRANDS.filter(({ domains }) => domains.length === 0 || domains.some((one) => !/^[a-z0-9.+-]+$/.test(one))),
		).toEqual([]);
	});

	it.each(["PayPal", "Apple", "Orange", "Target", "Visa", "Line", "UPS", "Chase", "Sparkasse", "Сбербанк", "楽天"])(
		"%s: a name is never enough, and on the brand's own site an act isn't either",
		(name) => {
			expect(verdict({ title: name })).toBe("fine");
			expect(verdict({ title: `${name} and friends`, slug: name.toLowerCase() })).toBe("fine");
			const [domain = ""] = BRANDS.find(({ names }) => names.some(({ written }) => written === name))?.domains ?? [];
			for (const suffix of [".de", ".com"]) {
				const own = `https://www.${domain.replace(".+", suffix)}/`;
				expect(verdict({ title: `${name}: verify your account`, targetUrl: own })).toBe("fine");
			}
		},
	);

	it("wants name, act and a foreign host together, and says which words", () => {
		const { verdict: found, reasons } = judgeCard(card({ title: "PayPal", description: "Please verify your account" }));
		expect([found, reasons]).toEqual([
			"flagged",
			[{ code: "impersonation", brand: "PayPal", points: 60, words: ["PayPal", "verify your account"] }],
		]);
		expect(verdict({ title: "Please verify your account" })).toBe("fine");
		expect(verdict({ title: "How to verify your PayPal account" })).toBe("fine");
	});

	it.each(["https://a.ddnslive.com/", "https://a.duckdns.org/", "https://a.top/"])(
		"weighs where anyone has a host: %s",
		(targetUrl) => {
			const texts = { title: "PayPal", description: "Please verify your account" };
			const { score } = judgeCard(card({ ...texts, targetUrl: "https://a.example.com/" }));
			expect(judgeCard(card({ ...texts, targetUrl })).score).toBe(score + 15);
		},
	);

	it.each([
		["letters of another script", "Pаypаl"],
		["digits", "PayPa1"],
		["a capital i", "PayPaI"],
		["full width", "Ｐａｙｐａｌ"],
		["blanks", "P a y P a l"],
		["invisible characters", "Pay\u200bPal"],
		["accents", "Páypál"],
		["rn for m", "Arnazon"],
	])("finds a name in disguise: %s", (_, name) => {
		expect(verdict({ title: name, description: "Please verify your account" })).not.toBe("fine");
	});
});

describe("P381: targets", () => {
	it.each([
		["http://198.41.0.4/", "ip-address"],
		["http://[2606:4700::1111]/", "ip-address"],
		["https://bit.ly/3abcde", "shortener"],
		["https://ln.run/3abcde", "shortener"],
		["https://www.google.com/url?q=https://evil.example/", "open-redirect"],
		["https://l.facebook.com/l.php?u=https%3A%2F%2Fevil.example", "open-redirect"],
		["https://files.example.com/Setup.EXE?x=1", "download"],
		["https://files.example.com/app%2Eapk", "download"],
		["https://paypal.com.verify.top/", "look-alike-host"],
		["https://paypa1.com/", "look-alike-host"],
		["https://xn--pypal-4ve.com/", "look-alike-host"],
		["https://paypal-login.top/", "impersonation"],
	])("%s is flagged as %s", (targetUrl, code) => {
		expect(codes({ targetUrl })).toContain(code);
	});

	it.each([
		"https://bit.ly/",
		"https://youtu.be/dQw4w9WgXcQ",
		"https://maps.app.goo.gl/abc",
		"https://www.google.com/search?q=https://example.com",
		"https://example.com/exe",
		"https://example.com/a.exe/page",
		"https://bücher.example/",
		"https://пример.рф/",
		"https://mein-apfelshop.de/",
	])("%s is fine", (targetUrl) => {
		expect(verdict({ targetUrl })).toBe("fine");
	});
});

describe("P380: hostile texts", () => {
	it("judges any text", () => {
		for (const { title, description } of hardTexts(300))
			expect(judgeCard(card({ title, description })).score).toBeGreaterThanOrEqual(0);
	});

	it("judges the longest texts in few milliseconds of CPU, warm", () => {
		const longs = [
			"your account ",
			"PayPal ",
			"log in to ",
			"a ",
			"а",
			"ＰａｙＰal\u200b",
			"ログイン",
			"تم إيقاف ",
		].map((part) => {
			const text = part.repeat(2_048);
			return card({ title: text.slice(0, 255), description: text.slice(0, 2_048), targetUrl: "https://a-b.example/" });
		});
		for (const long of [...longs, ...longs]) judgeCard(long);
		const before = process.cpuUsage();
		for (const long of longs) judgeCard(long);
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1_000 / longs.length).toBeLessThan(20);
	});
});
