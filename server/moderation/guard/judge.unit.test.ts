import { describe, expect, it } from "vitest";
import { hardTexts } from "#server/testing/corpora/hard-texts.ts";
import { BRANDS } from "./brands.ts";
import { judgeCard, type ModeratedCard } from "./judge.ts";

const card = (sent: Partial<ModeratedCard>): ModeratedCard => ({
	title: "Summer sale",
	description: "All of June",
	slug: "",
	targetUrl: "https://shop.example.com/",
	...sent,
});
const verdict = (sent: Partial<ModeratedCard>) => judgeCard(card(sent)).verdict;
const codes = (sent: Partial<ModeratedCard>) => judgeCard(card(sent)).reasons.map(({ code }) => code);

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
			[{ code: "impersonation", brand: "PayPal", evidence: "words", words: ["PayPal", "verify your account"] }],
		]);
		expect(verdict({ title: "Please verify your account" })).toBe("fine");
		expect(verdict({ title: "How to verify your PayPal account" })).toBe("fine");
	});

	it.each([
		["letters of another script", "Pаypаl", "closed", "disguised-name"],
		["invisible characters", "Pay\u200bPal", "closed", "disguised-name"],
		["digits", "PayPa1", "words", "look-alike-name"],
		["a capital i", "PayPaI", "words", "look-alike-name"],
		["accents", "Páypál", "words", "impersonation"],
		["rn for m", "Arnazon", "words", "look-alike-name"],
		["full width", "Ｐａｙｐａｌ", "words", "impersonation"],
		["blanks", "P a y P a l", "words", "impersonation"],
		["two words", "Pay Pal", "words", "impersonation"],
		["a soft hyphen", "Pay\u00adPal", "words", "impersonation"],
	])("P546: a name in %s, with an act: %s is %s", (_, name, evidence, code) => {
		const { reasons } = judgeCard(card({ title: name, description: "Please verify your account" }));
		expect(reasons).toMatchObject([{ evidence, code }]);
		expect(verdict({ title: name })).toBe("fine");
	});

	it("P546: names the characters of a disguise", () => {
		const words = (title: string) => judgeCard(card({ title, description: "Verify your account" })).reasons[0]?.words;
		expect(words("Pаypаl")).toEqual(["Pаypаl", "а (U+0430)"]);
		expect(words("Pay\u200bPal")).toEqual(["PayPal", "U+200B"]);
	});
});

describe("P546: evidence", () => {
	const paypal = { title: "PayPal", description: "Please verify your account" };
	const lesser = { title: "News of Netflix for our members", description: "Claim your prize. Enter your PIN." };
	it.each<[string, Partial<ModeratedCard>, string]>([
		["words alone", paypal, "impersonation words"],
		["and a risky ending", { ...paypal, targetUrl: "https://a.top/" }, "impersonation sign"],
		["lesser words alone", lesser, "impersonation words"],
		["lesser words and a risky ending", { ...lesser, targetUrl: "https://a.top/" }, "impersonation sign"],
		["and a free host", { ...paypal, targetUrl: "https://a.github.io/" }, "impersonation sign"],
		["and dynamic DNS", { ...paypal, targetUrl: "https://a.ddnslive.com/" }, "impersonation sign"],
		["and the brand in a foreign host", { ...paypal, targetUrl: "https://paypal-shop.example/" }, "impersonation sign"],
		["and a short link", { ...paypal, targetUrl: "https://bit.ly/3abc" }, "impersonation sign"],
		["an act in a look-alike host", { targetUrl: "https://paypa1-login.example/" }, "look-alike-host closed"],
		["a look-alike host alone", { targetUrl: "https://paypa1.com/" }, "look-alike-host sign"],
		["letters of another script in a host", { targetUrl: "https://xn--pypal-4ve.com/" }, "look-alike-host closed"],
		["mixed scripts in a host", { targetUrl: "https://xn--shp-ted.example/" }, "mixed-host target"],
		["the same with an act", { title: "Log in", targetUrl: "https://xn--shp-ted.example/" }, "mixed-host closed"],
		["a short link alone", { targetUrl: "https://bit.ly/3abc" }, "shortener target"],
		["a smart link", { targetUrl: "https://a.app.link/x" }, "smart-link target"],
	])("%s", (_, sent, expected) => {
		const [first] = judgeCard(card(sent)).reasons;
		expect(`${first?.code} ${first?.evidence}`).toBe(expected);
	});

	it.each([
		"Join our Whats App group for match updates",
		"Whats App us to book",
		"Find us on Face book and Insta gram",
		"Pay with PayPal",
		"Our WhatsApp number",
		"Pick up at Amazon",
		"WhatsApp us to confirm your booking",
		"Ruf an oder WhatsApp uns, um deinen Termin zu bestätigen",
	])("%s: no act, nothing", (title) => {
		expect(judgeCard(card({ title })).reasons).toEqual([]);
	});
});

describe("P546: offers in a brand's name", () => {
	it.each([
		["Take our 30 second survey", "Walmart has $100 store credit for you"],
		["Costco: complete this survey", "and earn rewards"],
		["Amazon: receive a $500 gift card", ""],
	])("%s is words", (title, description) => {
		expect(judgeCard(card({ title, description })).reasons).toMatchObject([
			{ code: "impersonation", evidence: "words" },
		]);
	});

	it.each([
		["Win an Apple iPad at our summer fair", "Tickets at the door"],
		["Gutschein für Amazon zu gewinnen", "Verlosung auf dem Schulfest"],
		["Five gift ideas from Costco", ""],
	])("%s is an honest raffle", (title, description) => {
		expect(judgeCard(card({ title, description })).reasons).toEqual([]);
	});
});

describe("P549: messages that name no brand", () => {
	it.each([
		["Your parcel could not be delivered", "Incomplete address"],
		["You have an unpaid toll", "Pay your toll now"],
		["Unpaid parking fine", "Pay before it doubles"],
		["Your tax refund is waiting", ""],
		["Hi Mum, this is my new number", ""],
		["Your order: the address is missing", "Correct the shipping address"],
		["Lieferung bestätigen", "Sie müssen eine Zollsteuer von 1,99 Euro zahlen"],
		["Amende en attente de paiement", "Réglez votre dossier avant majoration"],
		["Ihr Paket wurde zurückgestellt", "Eine Hausnummer fehlt"],
		["Vous avez une amende impayée", ""],
		["Su paquete está retenido en aduana", ""],
		["Il tuo pacco è in giacenza", "Paga la dogana"],
		["A sua encomenda está retida", ""],
		["Uw pakket is niet bezorgd", ""],
		["Obetald parkeringsbot", ""],
		["Din pakke er tilbageholdt", "Betal told"],
		["Ubetalte bompenger", ""],
		["Twoja paczka została wstrzymana", "Opłać cło"],
	])("%s", (title, description) => {
		const found = (targetUrl: string) => judgeCard(card({ title, description, targetUrl })).reasons;
		expect(found("https://a.top/")).toMatchObject([{ code: "common-scam", evidence: "sign" }]);
		expect(found("https://shop.example.com/")).toMatchObject([{ code: "common-scam", evidence: "words" }]);
		expect(found("https://www.gov.uk/pay")).toEqual([]);
	});

	it("is no text about such messages", () => {
		expect(verdict({ title: "Beware of unpaid toll scams", targetUrl: "https://a.top/" })).toBe("fine");
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
		["https://paypal.com.verify.top/", "brand-in-host"],
		["https://paypa1.com/", "look-alike-host"],
		["https://xn--pypal-4ve.com/", "look-alike-host"],
		["https://paypal-login.top/", "brand-in-host"],
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
			expect(["fine", "flagged", "blocked"]).toContain(verdict({ title, description }));
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
