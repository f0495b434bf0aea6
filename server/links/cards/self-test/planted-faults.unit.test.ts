import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { imageUrlOf } from "#server/links/images/image-store.ts";
import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import { bothFamilies, judgeFamilies } from "./judge-families.ts";
import { judgeDeclaredSize, judgeImage } from "./judge-image.ts";
import { type ExpectedCard, judgeHead, judgePage } from "./judge-page.ts";
import { judgeRobots, neededPaths } from "./judge-robots.ts";
import { TEST_FETCHERS, type TestFetcher } from "./test-fetchers.ts";

const ORIGIN = "https://visualink.example";
const CARD: ExpectedCard = {
	title: 'Tom & "Jerry"',
	description: "Sun.",
	url: `${ORIGIN}/go/ada/summer`,
	picture: `${ORIGIN}/images/a.jpg`,
	button: null,
};
const TAGS = [
	'<meta property="og:title" content="Tom &amp; &#34;Jerry&#34;">',
	'<meta property="og:description" content="Sun.">',
	`<meta property="og:image" content="${ORIGIN}/images/a.jpg?l=1.2">`,
	`<meta property="og:url" content="${ORIGIN}/go/ada/summer">`,
	'<meta name="twitter:card" content="summary_large_image">',
	'<meta property="og:site_name" content="example.com">',
];
const HEADERS = {
	"content-type": "text/html; charset=utf-8",
	"cache-control": "private, no-store",
	vary: "User-Agent",
};
const WIDE = { shape: "wide" } as const;
const IMAGE = { "content-type": "image/jpeg", "cache-control": "public, max-age=31536000, immutable" };

const html = (tags: string[], { before = "", inBody = "" } = {}) =>
	`<!doctype html><html><head><meta charset="utf-8">${before}${tags.join("")}</head><body>${inBody}</body></html>`;
function answered(body: string | Buffer, headers: Record<string, string>, changes: Partial<OwnAnswer> = {}): OwnAnswer {
	const header = (name: string) => headers[name] ?? "";
	const headersOf = (name: string) => (headers[name] ?? "").split("\n").filter((text) => text !== "");
	return { status: 200, header, headersOf, bytes: Buffer.from(body), isCut: false, took: 20, ...changes };
}
const page = (body: string | Buffer, headers: Record<string, string> = {}, changes: Partial<OwnAnswer> = {}) =>
	answered(body, { ...HEADERS, ...headers }, changes);
const without = (part: string) => html(TAGS.filter((tag) => !tag.includes(part)));
const instead = (part: string, by: string) => html(TAGS.map((tag) => (tag.includes(part) ? by : tag)));
const GOOD = html(TAGS);

function fetcher(name: string): TestFetcher {
	const found = TEST_FETCHERS.find((each) => each.name === name);
	if (!found) throw new Error(`No fetcher ${name}`);
	return found;
}
const X = fetcher("X");
const texts = (findings: { text: string }[]) => findings.map(({ text }) => text).join("; ");

describe("faults planted in a page", () => {
	it.each<[string, OwnAnswer]>([
		["was redirected (302) and saw no card", page("", {}, { status: 302 })],
		["was redirected (308) and saw no card", page("", {}, { status: 308 })],
		["refused the page (401)", page("", {}, { status: 401 })],
		["refused the page (403)", page("", {}, { status: 403 })],
		['"not found" (404)', page("", {}, { status: 404 })],
		['"not found" (410)', page("", {}, { status: 410 })],
		["rate limited", page("", {}, { status: 429 })],
		["error (502)", page("", {}, { status: 502 })],
		["got application/json instead of a page", page(GOOD, { "content-type": "application/json" })],
		["UTF-8", page(GOOD, { "content-type": "text/html" })],
		["download", page(GOOD, { "content-disposition": "attachment" })],
		["old page", page(GOOD, { "cache-control": "public, max-age=600" })],
		["from a cache", page(GOOD, { age: "12" })],
		["another app's page", page(GOOD, { vary: "Accept-Encoding" })],
		["snippet", page(GOOD, { "x-robots-tag": "noindex, nosnippet" })],
		["snippet", page(GOOD, { "x-robots-tag": "noindex\nnosnippet" })],
		["snippet", page(GOOD, { "x-robots-tag": "noindex, max-image-preview:none" })],
		["snippet", page(GOOD, { "x-robots-tag": "Twitterbot: max-snippet: 0" })],
		[
			'the page\'s meta robots is "noindex, NOSNIPPET"',
			page(html(TAGS, { before: '<meta name="Robots" content="noindex, NOSNIPPET">' })),
		],
		["meta twitterbot", page(html(TAGS, { before: '<meta name="twitterbot" content="noimageindex">' }))],
		['redirects: its Refresh header is "0;url=/"', page(GOOD, { refresh: "0;url=/" })],
		['got "not modified" (304) and no page', page("", {}, { status: 304 })],
		[
			"a different image from og:image:secure_url",
			page(html([...TAGS, '<meta property="og:image:secure_url" content="https://cdn.example/images/a.jpg">'])),
		],
		["no title", page(without("og:title"))],
		["a different title", page(instead("og:title", '<meta property="og:title" content="Old">'))],
		[
			"a different title",
			page(instead("og:title", '<meta property="og:title" content="Tom &amp;amp; &#34;Jerry&#34;">')),
		],
		["no description", page(without("og:description"))],
		["a different description", page(instead("og:description", '<meta property="og:description" content="Old">'))],
		["no URL", page(without("og:url"))],
		[
			"a different URL",
			page(instead("og:url", '<meta property="og:url" content="http://10.0.0.3:3000/go/ada/summer">')),
		],
		["no image", page(without("og:image"))],
		["full URL", page(instead("og:image", '<meta property="og:image" content="/images/a.jpg">'))],
		["a different image", page(instead("og:image", `<meta property="og:image" content="${ORIGIN}/images/b.jpg">`))],
		["may show no card", page(without("twitter:card"))],
		["twice", page(html([...TAGS, TAGS[0] ?? ""]))],
		["after the first 4096 bytes", page(html(TAGS, { before: `<style>${"x".repeat(4_000)}</style>` }))],
		["outside", page(html(TAGS.slice(1), { inBody: TAGS[0] ?? "" }))],
		["script", page(html(TAGS, { inBody: "<script>1</script>" }))],
		["a page that redirects", page(html(TAGS, { before: '<meta http-equiv="refresh" content="0;url=/">' }))],
		["half a page", page(GOOD.slice(0, -20))],
		['named "Just a moment..."', page("<html><head><title>Just a\n moment...</title></head></html>")],
		['a different title: "Old"', page(instead("og:title", '<meta property="og:title" content="Old">'))],
		["no page (204)", page("", {}, { status: 204 })],
		["an empty page", page("")],
		["to /login", page("", { location: "/login" }, { status: 302 })],
		["its Cache-Control is missing", page(GOOD, { "cache-control": "" })],
		["compressed as gzip, which it didn't ask for", page(GOOD, { "content-encoding": "gzip" })],
		["compressed as br, which it didn't ask for", page("", { "content-encoding": "br" }, { broken: "encoding" })],
		["without a Content-Encoding", page(Buffer.from([0x1f, 0x8b, 8]))],
		["lost the connection before the page ended", page("", {}, { broken: "ended" })],
		['a different title from twitter:title: "Old"', page(html([...TAGS, '<meta name="twitter:title" content="Old">']))],
		[
			"a different description from twitter:d",
			page(html([...TAGS, '<meta name="twitter:description" content="Old">'])),
		],
		[
			"a different image from twitter:image",
			page(html([...TAGS, '<meta name="twitter:image" content="https://a/b.jpg">'])),
		],
		['twitter:card is "summary"', page(instead("twitter:card", '<meta name="twitter:card" content="summary">'))],
		["no valid twitter:card", page(instead("twitter:card", '<meta name="twitter:card" content="photo">'))],
		["twice: twitter:card", page(html([...TAGS, '<meta name="twitter:card" content="player">']))],
		["inside <noscript>", page(html(["<noscript>", ...TAGS, "</noscript>"]))],
		["inside <template>", page(html(["<template>", ...TAGS, "</template>"]))],
		["<div> ends it before them", page(html(["<div>", ...TAGS, "</div>"]))],
		["text ends it before them", page(html(["Warning: x", ...TAGS]))],
		["text ends it before them", page(`Warning: x${GOOD}`)],
		["</head> ends it before them", page(html(TAGS.slice(1), { inBody: TAGS[0] ?? "" }))],
		["three seconds", page(GOOD, {}, { took: 3_100 })],
	])("%s", (words, answer) => {
		const findings = judgePage(X, answer, CARD);
		expect(texts(findings)).toContain(words);
		for (const { mend } of findings) expect(mend).toMatch(/\w\.$/);
	});

	it("says nothing of a good one, for any fetcher", () => {
		const twitter = [
			`title" content="Tom &amp; &#34;Jerry&#34;"`,
			`description" content="Sun."`,
			`image" content="${CARD.picture}?l=a"`,
		];
		const more = twitter.map((each) => `<meta name="twitter:${each}>`);
		const around = { before: "\n<title>\nTom</title><style>a{}</style><noscript><style>b{}</style></noscript>\n" };
		for (const body of [GOOD, html([...TAGS, ...more]), html(TAGS, around), `\ufeff\n${GOOD}`]) {
			for (const each of TEST_FETCHERS) expect(judgePage(each, page(body), CARD)).toEqual([]);
		}
	});

	it("says nothing of robots tags for others, nor of our own noindex", () => {
		for (const header of [
			"noindex",
			"googlebot: nosnippet, noimageindex",
			"bingbot: max-snippet:0",
			"max-snippet:-1",
			"none",
		]) {
			for (const each of TEST_FETCHERS)
				expect(judgePage(each, page(GOOD, { "x-robots-tag": header }), CARD)).toEqual([]);
		}
		const meta = html(TAGS, {
			before: '<meta name="googlebot" content="nosnippet"><meta name="robots" content="noindex">',
		});
		expect(judgePage(X, page(meta), CARD)).toEqual([]);
	});

	it("reports wrong twitter:* tags only for fetchers that use them", () => {
		const told = (tag: string) => {
			const body = html([...TAGS.filter((each) => !each.includes(tag)), `<meta name="${tag}" content="summary">`]);
			return TEST_FETCHERS.filter((each) => judgePage(each, page(body), CARD).length > 0).map(({ name }) => name);
		};
		expect(told("twitter:title")).toEqual(["X", "Slack", "Teams"]);
		expect(told("twitter:card")).toEqual(["X", "Discord"]);
	});

	it("accepts gzip that a fetcher asked for, and reports bytes that do not match their Content-Encoding", () => {
		const packed = (changes: Partial<OwnAnswer> = {}) => page(GOOD, { "content-encoding": "gzip" }, changes);
		expect(judgePage(fetcher("LinkedIn"), packed(), CARD)).toEqual([]);
		const broken = judgePage(fetcher("LinkedIn"), packed({ broken: "encoding" }), CARD);
		expect(texts(broken)).toBe(
			"LinkedIn can't decompress the page: its Content-Encoding is gzip, but its bytes are not",
		);
	});

	it("names a picture that the card does not have, and a HEAD that is refused", () => {
		expect(texts(judgePage(X, page(GOOD), { ...CARD, picture: null }))).toContain("does not have");
		expect(texts(judgeHead(X, page("", {}, { status: 405 })))).toContain("HEAD");
		expect(judgeHead(X, page(""))).toEqual([]);
	});

	it("knows that Discord shows no card for a long name of the site, and that a range may be all there is", () => {
		const long = page(instead("site_name", `<meta property="og:site_name" content="${"x".repeat(257)}">`));
		expect(texts(judgePage(fetcher("Discord"), long, CARD))).toContain("too long");
		expect(judgePage(X, long, CARD)).toEqual([]);
		const ranged = (range: string) => judgePage(X, page(GOOD, { "content-range": range }, { status: 206 }), CARD);
		expect(ranged("bytes 0-99/100")).toEqual([]);
		for (const part of ["bytes 0-98/100", "bytes 1-99/100", "bytes 0-99/*", ""]) {
			expect(texts(ranged(part))).toBe("X got only part of the page (206)");
		}
	});

	it("misses the card with a button, and takes it for no script", () => {
		const card = { ...CARD, title: "ж".repeat(36), button: "Book" };
		const titled = instead("og:title", `<meta property="og:title" content="${card.title}">`);
		const embed = '<script id="discord:component-embed" type="application/json">{}</script>';
		const discord = fetcher("Discord");
		expect(judgePage(discord, page(titled.replace("</head>", `${embed}</head>`)), card)).toEqual([]);
		expect(texts(judgePage(discord, page(titled), card))).toBe("Discord found no card with a button");
		const inBody = judgePage(discord, page(titled.replace("<body>", `<body>${embed}`)), card);
		expect(texts(inBody)).toContain("a script that we did not send");
	});

	it("names what Discord cuts, by its bytes", () => {
		const title = "ж".repeat(36);
		const card = { ...CARD, title, description: "я".repeat(176) };
		const body = html([
			`<meta property="og:title" content="${title}">`,
			`<meta property="og:description" content="${card.description}">`,
			...TAGS.slice(2),
		]);
		expect(texts(judgePage(fetcher("Discord"), page(body), card))).toBe(
			"Discord cuts the title at 70 bytes; Discord cuts the description at 350 bytes",
		);
		expect(judgePage(X, page(body), card)).toEqual([]);
	});
});

describe("faults planted in a picture", () => {
	let jpeg: Buffer;
	let small: Buffer;
	let webp: Buffer;
	beforeAll(async () => {
		const make = (width: number, height: number) =>
			sharp({ create: { width, height, channels: 3, background: "#cb3419" } })
				.jpeg()
				.toBuffer();
		jpeg = await make(1200, 630);
		small = await make(300, 200);
		webp = await sharp(jpeg).webp().toBuffer();
	});
	const picture = (bytes: Buffer, headers: Record<string, string> = {}, changes: Partial<OwnAnswer> = {}) =>
		answered(bytes, { ...IMAGE, "content-length": String(bytes.length), ...headers }, changes);

	it.each<[string, () => OwnAnswer]>([
		["redirected (301) and saw no image", () => picture(jpeg, {}, { status: 301 })],
		["refused", () => picture(jpeg, {}, { status: 403 })],
		["got text/html instead of an image", () => picture(jpeg, { "content-type": "text/html" })],
		["no Content-Length for the image", () => picture(jpeg, { "content-length": "" })],
		["a wrong Content-Length", () => picture(jpeg, { "content-length": "12" })],
		["compressed twice", () => picture(jpeg, { "content-encoding": "gzip" })],
		["download", () => picture(jpeg, { "content-disposition": "attachment" })],
		["can't cache the image", () => picture(jpeg, { "cache-control": "no-store" })],
		["can't read", () => picture(Buffer.from("<html>no picture at all</html>"))],
		["half an image", () => picture(jpeg.subarray(0, -40))],
		["300 x 200", () => picture(small)],
		["too large", () => picture(Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(700_000), jpeg.subarray(-2)]))],
		["three seconds", () => picture(jpeg, {}, { took: 4_000 })],
		['got "not modified" (304) and no image', () => picture(Buffer.alloc(0), {}, { status: 304 })],
		["as image/webp, but its bytes are a JPEG", () => picture(jpeg, { "content-type": "image/webp" })],
		["got image/avif, which it may not show", () => picture(jpeg, { "content-type": "image/avif" })],
		["got the image as a WebP, not as our JPEG", () => picture(webp, { "content-type": "image/webp" })],
		["as image/jpeg, but its bytes are a WebP", () => picture(webp)],
		["and was refused (416)", () => picture(Buffer.alloc(0), {}, { status: 416 })],
		["the wrong part of the image (206)", () => picture(jpeg, { "content-range": "bytes 0-9/100" }, { status: 206 })],
		["the wrong part of the image (206)", () => picture(jpeg, { "content-range": "bytes 5-9/10" }, { status: 206 })],
		["it got a web page", () => picture(Buffer.from(" <!doctype html>"))],
		["it got an empty file", () => picture(Buffer.alloc(0))],
		["lost the connection", () => picture(Buffer.alloc(0), {}, { broken: "ended" })],
		["its bytes differ from ours", () => picture(changed(jpeg))],
		["its bytes differ from ours", () => picture(Buffer.concat([jpeg.subarray(0, -40), jpeg.subarray(-2)]))],
		["its bytes differ from ours", () => picture(Buffer.concat([jpeg, Buffer.from([0xff, 0xd9])]))],
	])("%s", (words, answer) => {
		expect(texts(judgeImage(fetcher("WhatsApp"), answer(), { ...WIDE, imageUrl: imageUrlOf(jpeg) }))).toContain(words);
	});

	/** With one bit changed, within the data of its scan. */
	function changed(bytes: Buffer): Buffer {
		const copy = Buffer.from(bytes);
		copy[copy.length - 20] = (copy[copy.length - 20] ?? 0) ^ 1;
		return copy;
	}

	it("knows that a WebP is an image, and who doesn't show it", () => {
		const answer = picture(webp, { "content-type": "image/webp" });
		const levels = (level: string) =>
			TEST_FETCHERS.filter((each) =>
				judgeImage(each, answer, { ...WIDE, imageUrl: imageUrlOf(jpeg) }).every((finding) => finding.level === level),
			).map(({ name }) => name);
		expect(levels("fail")).toEqual(["LinkedIn", "Telegram"]);
		expect(levels("warn")).toHaveLength(TEST_FETCHERS.length - 2);
	});

	it("compares the size that the page declares with the image's", () => {
		const declared = (width: string, height: string) =>
			page(
				html([
					...TAGS,
					`<meta property="og:image:width" content="${width}">`,
					`<meta property="og:image:height" content="${height}">`,
				]),
			);
		const told = (page: OwnAnswer, bytes: Buffer) => texts(judgeDeclaredSize(X, "wide", page, picture(bytes)));
		expect(told(declared("1200", "630"), jpeg)).toBe("");
		expect(told(page(GOOD), jpeg)).toBe("");
		expect(told(declared("1200", "630"), small)).toBe("");
		expect(told(declared("1200", "630"), Buffer.from("<html>"))).toBe("");
		expect(told(declared("600", "315"), jpeg)).toBe('X expects an image of "600 x 315" pixels, but it has 1200 x 630');
		expect(told(declared("1200", "wide"), jpeg)).toContain('"1200 x wide"');
	});

	it("accepts the requested range, and the bytes that give the image its name", () => {
		const range = (last: number) => ({ "content-range": `bytes 0-${last}/${jpeg.length}` });
		const named = { ...WIDE, imageUrl: imageUrlOf(jpeg) };
		const answers = [
			picture(jpeg, range(jpeg.length - 1), { status: 206 }),
			picture(jpeg.subarray(0, 100), range(99), { status: 206 }),
			picture(jpeg),
		];
		for (const answer of answers) expect(judgeImage(fetcher("WhatsApp"), answer, named)).toEqual([]);
	});

	it("reads its limits from the table of platforms (P200)", () => {
		const most = (name: string) => fetcher(name).platform.imageBytes;
		const padded = (length: number) =>
			picture(Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(length - jpeg.length), jpeg.subarray(-2)]));
		for (const name of ["WhatsApp", "Bluesky"]) {
			expect(judgeImage(fetcher(name), padded(most(name)), WIDE)).toEqual([]);
			expect(texts(judgeImage(fetcher(name), padded(most(name) + 1), WIDE))).toContain("too large");
		}
		const drawnSmall = TEST_FETCHERS.filter((each) =>
			texts(judgeImage(each, picture(small), WIDE)).includes("show a small image"),
		);
		expect(drawnSmall.map(({ name }) => name)).toEqual(["Facebook", "Slack"]);
	});

	it("says nothing of a good one", () => {
		for (const each of TEST_FETCHERS) expect(judgeImage(each, picture(jpeg), WIDE)).toEqual([]);
	});

	it("reads what is no picture without an end", () => {
		for (const bytes of [
			Buffer.alloc(0),
			Buffer.from([0xff, 0xd8]),
			Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2, 3, 4, 5, 6]),
		]) {
			expect(texts(judgeImage(X, picture(bytes), WIDE))).toContain("can't read");
		}
	});
});

describe("a host with two addresses", () => {
	const good = page(GOOD);
	const judged = (answer: OwnAnswer | Error, address = "2001:db8::1") =>
		texts(
			judgeFamilies(
				"X",
				[
					{ address, family: 6, answer },
					{ address: "192.0.2.1", family: 4, answer: good },
				],
				isCard,
			),
		);
	const isCard = ({ bytes }: OwnAnswer) => bytes.includes("og:url");
	const error = (code: string) => Object.assign(new Error(code), { code });

	it("names the address that gives no answer, an error or a different page", () => {
		expect(judged(good)).toBe("");
		expect(judged(error("ECONNREFUSED"))).toBe("X got no answer over IPv6 (2001:db8::1)");
		expect(judged(page("", {}, { status: 502 }))).toBe("X got 502 over IPv6 (2001:db8::1)");
		expect(judged(page("<html>"))).toBe("X got a different page over IPv6 (2001:db8::1)");
	});

	it("reports nothing if this machine has no route, or if nothing listens in development", () => {
		for (const code of ["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL"]) expect(judged(error(code))).toBe("");
		expect(judged(error("ECONNREFUSED"), "::1")).toBe("");
		expect(judged(error("ECONNRESET"), "::1")).toContain("no answer");
	});

	it("has no second address if the host has one, or is an IP address", async () => {
		for (const host of ["127.0.0.1", "[::1]", "nothing.invalid"]) expect(await bothFamilies(host)).toEqual([]);
	});
});

describe("faults planted in robots.txt", () => {
	const robots = (text: string, headers: Record<string, string> = { "content-type": "text/plain" }, status = 200) =>
		judgeRobots(fetcher("LinkedIn"), answered(text, headers, { status }), ["/go/ada/summer", "/images/a.jpg"]);

	it.each<[string, string]>([
		["everybody", "User-agent: *\nDisallow: /\n"],
		["its name", "User-agent: *\nAllow: /\n\nUser-agent: LinkedInBot\nUser-agent: other\nDisallow: /go/ # cards\n"],
		["pictures alone", "User-agent: *\nDisallow: /images/\nAllow: /\n"],
		["a star", "User-agent: *\nDisallow: /go/*\n"],
	])("kept out: %s", (_, text) => expect(texts(robots(text))).toBe("LinkedIn is blocked by robots.txt"));

	it("reads the addresses in the tags, with their queries", () => {
		const image = `${CARD.picture}?l=1.2`;
		const paths = ["/go/ada/summer", "/images/a.jpg?l=1.2"];
		const at = { imagesOrigin: ORIGIN, image: "/images/b.jpg?l=3" };
		expect(neededPaths("/go/ada/summer", page(GOOD), at)).toEqual(paths);
		const more = html([
			...TAGS,
			`<meta name="twitter:image" content="${image}&amp;x">`,
			'<meta property="og:image" content="https://cdn.example/c.jpg">',
		]);
		expect(neededPaths("/go/ada/summer", page(more), at)).toEqual([...paths, "/images/a.jpg?l=1.2&x"]);
		for (const none of [null, page("<html>"), page(instead("og:image", '<meta property="og:image" content="/a">'))])
			expect(neededPaths("/go/ada/summer", none, at)).toEqual(["/go/ada/summer", "/images/b.jpg?l=3"]);
		expect(neededPaths("/go/ada/summer", null, { ...at, image: null })).toEqual(["/go/ada/summer"]);
		const told = (rule: string) => {
			const answer = answered(`User-agent: *\nDisallow: ${rule}`, { "content-type": "text/plain" });
			return texts(judgeRobots(X, answer, paths));
		};
		for (const rule of ["/*?", "/*?l=", "/*.jpg?", "/images/*?*"])
			expect(told(rule)).toBe("X is blocked by robots.txt");
		for (const rule of ["/*?s=", "/*.jpg$", "/*.png?"]) expect(told(rule)).toBe("");
	});

	it("an answer that is none", () => {
		expect(texts(robots("", {}, 304))).toContain("304");
		expect(texts(robots("", {}, 503))).toContain("503");
		expect(texts(robots("<html>", { "content-type": "text/html" }))).toContain("not plain text");
	});

	it.each(["User-agent: *\nAllow: /\n", "", "User-agent: *\nDisallow:\n", "User-agent: other\nDisallow: /\n"])(
		"no alarm: %j",
		(text) => expect(robots(text)).toEqual([]),
	);

	it("is no matter to who does not heed it, nor where it is not", () => {
		const answer = answered("User-agent: *\nDisallow: /", { "content-type": "text/plain" });
		expect(judgeRobots(fetcher("Telegram"), answer, ["/go/"])).toEqual([]);
		for (const status of [400, 401, 403, 404, 410, 429]) expect(robots("", {}, status)).toEqual([]);
		expect(texts(robots("", { location: "/x" }, 302))).toBe("LinkedIn was redirected (302) from robots.txt to /x");
	});
});
