import { gzipSync } from "node:zlib";
import type { DoorAnswer, DoorFault } from "./faulty-door.ts";

/** A fault, and in which words the self-test must tell of it. */
export type PlantedFault = DoorFault & {
	name: string;
	/** A part of the sentence. */
	says: string;
	/** The fetchers who are told, where it is no matter to the others; else all twelve. */
	who?: readonly string[];
};

export type FaultSources = {
	/** Pictures in place of the link's own: one half as large, one of 700 KB, and one that was compressed once more. */
	small: Buffer;
	heavy: Buffer;
	recompressed: Buffer;
};

const HEEDS_ROBOTS = ["Facebook", "X", "LinkedIn", "Discord", "Teams", "Reddit"];
const ASKS_HEAD = ["X", "Mastodon"];
const ASKS_RANGE = ["WhatsApp", "Facebook", "Slack"];
const RANGES_PICTURES = ["WhatsApp", "Facebook"];
const ASKS_GZIP = ["Facebook", "LinkedIn", "iMessage", "Mastodon"];
const ASKS_NO_GZIP = ["WhatsApp", "X", "Slack", "Discord", "Telegram", "Bluesky", "Teams", "Reddit"];
const PREFERS_TWITTER = ["X", "Slack", "Teams"];
const HEEDS_CARD_KIND = ["X", "Discord"];

const headers =
	(changed: Record<string, string>) =>
	(answer: DoorAnswer): DoorAnswer => ({ ...answer, headers: { ...answer.headers, ...changed } });
const without =
	(name: string) =>
	({ headers: { [name]: _, ...kept }, ...answer }: DoorAnswer): DoorAnswer => ({ ...answer, headers: kept });
const body = (answer: DoorAnswer, changed: Buffer | string): DoorAnswer => {
	const bytes = Buffer.from(changed);
	return { ...answer, body: bytes, headers: { ...answer.headers, "content-length": String(bytes.length) } };
};
const html = (change: (text: string) => string) => (answer: DoorAnswer) =>
	body(answer, change(answer.body.toString("utf8")));
const instead =
	(status: number, text: string, more: Record<string, string> = {}) =>
	(answer: DoorAnswer) =>
		body({ ...answer, status, headers: { "content-type": "text/html; charset=utf-8", ...more } }, text);
const tag = (property: string) => new RegExp(`<meta (?:property|name)="${property}" content="[^"]*">`);
const CHALLENGE = "<!doctype html><html><head><title>Just a moment...</title></head><body></body></html>";
const SLOW_MS = 3_200;

/** What proxies, firewalls, caches and optimisers in front of a service have been seen to do to a card. */
export function plantedFaults(sources: FaultSources): PlantedFault[] {
	return [...page(), ...tags(), ...transfers(), ...head(), ...picture(sources), ...bytes(sources), ...robots()];
}

function page(): PlantedFault[] {
	const at = "page" as const;
	return [
		{ at, name: "redirect to a sign-in", says: "sent on (302)", change: instead(302, "", { location: "/login" }) },
		{
			at,
			name: "redirect to another host",
			says: "sent on (301)",
			change: instead(301, "", { location: "https://www.example.com/" }),
		},
		{ at, name: "403 for bots", says: "turned away (403)", change: instead(403, "Forbidden") },
		{ at, name: "password for everybody", says: "turned away (401)", change: instead(401, "") },
		{ at, name: "path that leads nowhere", says: "no such link (404)", change: instead(404, "Not found") },
		{ at, name: "rate limit", says: "asks too often (429)", change: instead(429, "") },
		{ at, name: "bad gateway", says: "with an error (502)", change: instead(502, "Bad gateway") },
		{ at, name: "maintenance", says: "with an error (503)", change: instead(503, "Back soon") },
		{ at, name: "challenge", says: 'a page named "Just a moment..."', change: instead(200, CHALLENGE) },
		{
			at,
			name: "wrong type",
			says: "is given text/plain and no page",
			change: headers({ "content-type": "text/plain" }),
		},
		{ at, name: "no type", says: "is given an unnamed type and no page", change: without("content-type") },
		{
			at,
			name: "no charset",
			says: "not told that the page is in UTF-8",
			change: headers({ "content-type": "text/html" }),
		},
		{ at, name: "download", says: "as a download", change: headers({ "content-disposition": "attachment" }) },
		{ at, name: "caching told", says: "an old page", change: headers({ "cache-control": "public, max-age=3600" }) },
		{ at, name: "answer of a cache", says: "from a cache", change: headers({ age: "3600" }) },
		{ at, name: "Vary left out", says: "the page of another", change: without("vary") },
		{ at, name: "no snippet", says: "show no snippet", change: headers({ "x-robots-tag": "noindex, nosnippet" }) },
		{
			at,
			name: "old cache, another version",
			says: 'is given another title: "Tim & ',
			change: html((text) => text.replaceAll("Tom &amp; ", "Tim &amp; ")),
		},
		{
			at,
			name: "old description",
			says: 'is given another description: "Old"',
			change: html((text) => text.replace(tag("og:description"), '<meta property="og:description" content="Old">')),
		},
		{
			at,
			name: "old picture",
			says: "is given another picture: ",
			change: html((text) => text.replaceAll(/images\/[0-9a-f]{64}/g, `images/${"0".repeat(64)}`)),
		},
		{ at, name: "cut tags", says: "half a page", change: (answer) => body(answer, answer.body.subarray(0, 250)) },
		{
			at,
			name: "stripped picture",
			says: "finds no picture",
			change: html((text) => text.replace(tag("og:image"), "")),
		},
		{ at, name: "stripped address", says: "finds no address", change: html((text) => text.replace(tag("og:url"), "")) },
		{
			at,
			name: "tags behind 64 KB",
			says: "the tags come after 4096 bytes",
			change: html((text) => text.replace("<head>", `<head><style>${"/* */".repeat(13_200)}</style>`)),
		},
		{
			at,
			name: "tags in the body",
			says: "outside of the page's head",
			change: html((text) =>
				text.replace(tag("og:title"), "").replace("<body>", `<body>${tag("og:title").exec(text)?.[0]}`),
			),
		},
		{
			at,
			name: "script added",
			says: "A script was added",
			change: html((text) => text.replace("</head>", "<script>1</script></head>")),
		},
		{
			at,
			name: "refresh added",
			says: "sent on by the page itself",
			change: html((text) => text.replace("</head>", '<meta http-equiv="refresh" content="0;url=/"></head>')),
		},
		{ at, name: "escaped twice", says: "another title", change: html((text) => text.replaceAll("&amp;", "&amp;amp;")) },
		{
			at,
			name: "address of the inside",
			says: "another address for the card",
			change: html((text) =>
				text.replace(tag("og:url"), '<meta property="og:url" content="http://10.0.0.3:3000/go/a/b">'),
			),
		},
		{
			at,
			name: "picture without its host",
			says: "without its whole address",
			change: html((text) => text.replace(tag("og:image"), '<meta property="og:image" content="/images/a.jpg">')),
		},
		{
			at,
			name: "kind of card stripped",
			says: "not told which card",
			change: html((text) => text.replace(tag("twitter:card"), "")),
		},
		{
			at,
			name: "tags twice",
			says: "a tag twice",
			change: html((text) => text.replace(tag("og:title"), (found) => found + found)),
		},
		{
			at,
			name: "site's name too long",
			says: "the site's name is too long",
			who: ["Discord"],
			change: html((text) =>
				text.replace(tag("og:site_name"), `<meta property="og:site_name" content="${"x".repeat(257)}">`),
			),
		},
		{
			at,
			name: "206 with a part of the page",
			says: "a part of the page (206)",
			who: ASKS_RANGE,
			change: (answer, { range }) =>
				range === undefined
					? answer
					: body(
							{ ...headers({ "content-range": `bytes 0-99/${answer.body.length}` })(answer), status: 206 },
							answer.body.subarray(0, 100),
						),
		},
		{
			at,
			name: "416 for a range",
			says: "with an error (416)",
			who: ASKS_RANGE,
			change: (answer, { range }) => (range === undefined ? answer : instead(416, "")(answer)),
		},
		{
			at,
			name: "403 for one of them",
			says: "turned away (403)",
			who: ["X"],
			change: (answer, { userAgent }) => (userAgent === "Twitterbot/1.0" ? instead(403, "")(answer) : answer),
		},
		{
			at,
			who: ASKS_GZIP,
			name: "broken gzip",
			says: "said to be gzip, and is not",
			change: (answer, { acceptEncoding }) =>
				acceptEncoding ? headers({ "content-encoding": "gzip" })(answer) : answer,
		},
		{
			at,
			name: "packing that nobody asked for",
			says: "packed as br, which it does not ask for",
			change: headers({ "content-encoding": "br" }),
		},
		{ at, name: "reset", says: "gets no answer for the page", change: () => "reset" },
		{ at, name: "silence", says: "gets no answer for the page", change: () => "silence" },
		{ at, name: "slow page", says: "more than three seconds for the page", waits: SLOW_MS },
	];
}

/** What is changed in the page's tags, and around them. */
function tags(): PlantedFault[] {
	const at = "page" as const;
	const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
	const around = (before: string, after: string) =>
		html((text) => text.replace('<meta charset="utf-8">', `$&${before}`).replace("</head>", `${after}</head>`));
	const add = (more: string) => html((text) => text.replace("</head>", `${more}</head>`));
	const replaced = (name: string, content: string) => html((text) => text.replace(tag(name), named(name, content)));
	const who = PREFERS_TWITTER;
	return [
		{ at, who, name: "twitter:title", says: 'by twitter:title: "Old"', change: replaced("twitter:title", "Old") },
		{
			at,
			who,
			name: "twitter:title twice",
			says: 'by twitter:title: "Old"',
			change: add(named("twitter:title", "Old")),
		},
		{
			at,
			who,
			name: "twitter:description",
			says: 'by twitter:description: "Old"',
			change: replaced("twitter:description", "Old"),
		},
		{
			at,
			who,
			name: "twitter:image",
			says: "by twitter:image: ",
			change: replaced("twitter:image", "https://a.example/b.jpg"),
		},
		{
			at,
			who: HEEDS_CARD_KIND,
			name: "another kind of card",
			says: 'draw the card "summary"',
			change: replaced("twitter:card", "summary"),
		},
		{ at, name: "no known kind of card", says: "no valid twitter:card", change: replaced("twitter:card", "photo") },
		{
			at,
			name: "kind of card twice",
			says: "twice: twitter:card",
			change: add(named("twitter:card", "summary_large_image")),
		},
		{ at, name: "tags in noscript", says: "inside <noscript>", change: around("<noscript>", "</noscript>") },
		{ at, name: "tags in a template", says: "inside <template>", change: around("<template>", "</template>") },
		{ at, name: "a stray div", says: "ends with <div> before them", change: around("<div></div>", "") },
		{ at, name: "a div around", says: "ends with <div> before them", change: around("<div>", "</div>") },
		{
			at,
			name: "an image before the tags",
			says: "ends with <img> before them",
			change: around('<img src="/p.gif">', ""),
		},
		{
			at,
			name: "a frame before the tags",
			says: "ends with <iframe> before them",
			change: around("<iframe></iframe>", ""),
		},
		{
			at,
			name: "a warning before the page",
			says: "ends with text before them",
			change: html((text) => `Warning: a${text}`),
		},
		{ at, name: "text before the tags", says: "ends with text before them", change: around("x", "") },
		{ at, name: "tags in a comment", says: "finds no title", change: around("<!--", "-->") },
		{
			at,
			name: "title cut",
			says: 'another title: "Tom"',
			change: html((text) => text.replace(/Tom &amp; &#34;Jerry&#34;/g, "Tom")),
		},
		{
			at,
			name: "title escaped twice",
			says: 'another title: "Tom &amp; ',
			change: html((text) => text.replaceAll("&amp;", "&amp;amp;")),
		},
		{ at, name: "description emptied", says: 'another description: ""', change: replaced("og:description", "") },
		{
			at,
			name: "address of a machine within",
			says: 'another address for the card: "http://10.0.0.3',
			change: html((text) => text.replace(/("og:url" content=")https?:\/\/[^/]+/, "$1http://10.0.0.3:3000")),
		},
		{
			at,
			name: "picture on another host",
			says: 'another picture: "https://cdn.example/',
			change: html((text) => text.replace(/("og:image" content=")https?:\/\/[^/]+/, "$1https://cdn.example")),
		},
	];
}

/** What keeps a page from coming as it is. */
function transfers(): PlantedFault[] {
	const at = "page" as const;
	const consent = "<!doctype html><html><head><title>Before you continue</title></head><body>OK</body></html>";
	return [
		{
			at,
			who: ASKS_NO_GZIP,
			name: "gzip unasked for",
			says: "packed as gzip, which it does not ask for",
			change: (answer) => body(headers({ "content-encoding": "gzip" })(answer), gzipSync(answer.body)),
		},
		{ at, name: "deflate", says: "packed as deflate", change: headers({ "content-encoding": "deflate" }) },
		{ at, name: "zstd", says: "packed as zstd", change: headers({ "content-encoding": "zstd" }) },
		{
			at,
			name: "gzip that does not say so",
			says: "without a Content-Encoding that says so",
			change: (answer) => body(answer, gzipSync(answer.body)),
		},
		{
			at,
			who: ASKS_GZIP,
			name: "gzip cut",
			says: "half a page",
			change: (answer, { acceptEncoding }) =>
				acceptEncoding
					? body(headers({ "content-encoding": "gzip" })(answer), gzipSync(answer.body).subarray(0, -200))
					: answer,
		},
		{
			at,
			name: "page that ends early",
			says: "loses the connection before the page has ended",
			change: (answer) => ({
				...headers({ "content-length": String(answer.body.length + 500) })(answer),
				isBroken: true,
			}),
		},
		{ at, name: "nothing", says: "is given nothing for the page", change: (answer) => body(answer, "") },
		{ at, name: "no content", says: "is given no page (204)", change: instead(204, "") },
		{ at, name: "consent", says: 'a page named "Before you continue"', change: instead(200, consent) },
		{ at, name: "to HTTPS and back", says: "(308)", change: instead(308, "", { location: "https://localhost/" }) },
		{ at, name: "for the law's sake", says: "with an error (451)", change: instead(451, "") },
		{ at, name: "gateway's time is over", says: "with an error (504)", change: instead(504, "") },
		{ at, name: "no word of caching", says: "its Cache-Control is missing", change: without("cache-control") },
		{
			at,
			name: "a firewall for one",
			says: "an error (999)",
			who: ["LinkedIn"],
			change: (answer, { userAgent }) => (userAgent.startsWith("LinkedInBot") ? instead(999, "")(answer) : answer),
		},
	];
}

function head(): PlantedFault[] {
	const at = "head" as const;
	const who = ASKS_HEAD;
	return [
		{ at, who, name: "HEAD refused", says: "asks with HEAD first, and is answered 405", change: instead(405, "") },
		{ at, who, name: "HEAD reset", says: "gets no answer for HEAD", change: () => "reset" },
	];
}

function picture({ small, heavy }: FaultSources): PlantedFault[] {
	const at = "picture" as const;
	return [
		{ at, name: "missing Content-Length", says: "not told the picture's length", change: without("content-length") },
		{
			at,
			name: "wrong Content-Length",
			says: "the picture",
			change: (answer) => ({
				...headers({ "content-length": String(answer.body.length + 500) })(answer),
				isBroken: true,
			}),
		},
		{
			at,
			name: "picture of a wrong type",
			says: "is given text/html and no picture",
			change: headers({ "content-type": "text/html" }),
		},
		{
			at,
			name: "picture made anew as WebP",
			says: "is given image/webp and no picture",
			change: headers({ "content-type": "image/webp" }),
		},
		{ at, name: "picture kept from other sites", says: "refused the picture (403)", change: instead(403, "") },
		{ at, name: "picture lost", says: "refused the picture (404)", change: instead(404, "") },
		{
			at,
			name: "picture moved",
			says: "sent on (302) from the picture",
			change: instead(302, "", { location: "/other.jpg" }),
		},
		{ at, name: "picture made smaller", says: "a picture of 300 x 158", change: (answer) => body(answer, small) },
		{
			at,
			name: "picture too small for a large card",
			says: "shows the picture small",
			who: ["Facebook", "Slack"],
			change: (answer) => body(answer, small),
		},
		{
			at,
			name: "picture made heavier",
			says: "too heavy for WhatsApp",
			who: ["WhatsApp"],
			change: (answer) => body(answer, heavy),
		},
		{
			at,
			name: "half a picture",
			says: "half a picture",
			change: (answer) => body(answer, answer.body.subarray(0, -300)),
		},
		{
			at,
			name: "picture packed once more",
			says: "packed once more",
			change: (answer) => body(headers({ "content-encoding": "gzip" })(answer), gzipSync(answer.body)),
		},
		{
			at,
			name: "picture never kept",
			says: "may not keep the picture",
			change: headers({ "cache-control": "no-store" }),
		},
		{
			at,
			name: "picture as a download",
			says: "the picture as a download",
			change: headers({ "content-disposition": "attachment" }),
		},
		{
			at,
			name: "challenge in place of the picture",
			says: "can't read the picture",
			change: (answer) => body(answer, CHALLENGE),
		},
		{ at, name: "picture reset", says: "gets no answer for the picture", change: () => "reset" },
		{ at, name: "slow picture", says: "more than three seconds for the picture", waits: SLOW_MS },
	];
}

/** What becomes of a picture's bytes. */
function bytes({ recompressed }: FaultSources): PlantedFault[] {
	const at = "picture" as const;
	const end = Buffer.from([0xff, 0xd9]);
	const changed = "other bytes than the picture has";
	const flipped = (from: Buffer) => from.map((byte, index) => (index === from.length - 20 ? byte ^ 1 : byte));
	const exif = Buffer.from([0xff, 0xe1, 0, 8, 0x45, 0x78, 0x69, 0x66, 0, 0]);
	return [
		{ at, name: "picture compressed once more", says: changed, change: (answer) => body(answer, recompressed) },
		{
			at,
			name: "picture cut, with an end",
			says: changed,
			change: (answer) => body(answer, Buffer.concat([answer.body.subarray(0, -300), end])),
		},
		{ at, name: "one bit", says: changed, change: (answer) => body(answer, Buffer.from(flipped(answer.body))) },
		{
			at,
			name: "a segment more",
			says: changed,
			change: (answer) => body(answer, Buffer.concat([answer.body.subarray(0, 2), exif, answer.body.subarray(2)])),
		},
		{
			at,
			name: "bytes behind the end",
			says: changed,
			change: (answer) => body(answer, Buffer.concat([answer.body, end])),
		},
		{ at, name: "an empty picture", says: "it is given nothing", change: (answer) => body(answer, "") },
		{ at, name: "a drawing", says: "is given image/svg+xml", change: headers({ "content-type": "image/svg+xml" }) },
		{
			at,
			who: RANGES_PICTURES,
			name: "416 for a range of the picture",
			says: "is refused it (416)",
			change: (answer, { range }) => (range === undefined ? answer : instead(416, "")(answer)),
		},
		{
			at,
			who: RANGES_PICTURES,
			name: "a wrong range of the picture",
			says: "a wrong part of the picture (206)",
			change: (answer, { range }) =>
				range === undefined
					? answer
					: { ...headers({ "content-range": `bytes 100-199/${answer.body.length}` })(answer), status: 206 },
		},
	];
}

function robots(): PlantedFault[] {
	const at = "robots" as const;
	const who = HEEDS_ROBOTS;
	const says = "robots.txt keeps";
	const text = (lines: string) => (answer: DoorAnswer) => body(answer, lines);
	return [
		{ at, who, says, name: "robots.txt: Disallow for all", change: text("User-agent: *\nDisallow: /\n") },
		{ at, who, says, name: "robots.txt: pictures", change: text("User-agent: *\nAllow: /\nDisallow: /images/\n") },
		{
			at,
			who: ["LinkedIn"],
			says,
			name: "robots.txt: Disallow for one",
			change: text("User-agent: *\nAllow: /\n\nUser-agent: LinkedInBot\nDisallow: /go/\n"),
		},
		{ at, who, says, name: "robots.txt: a star", change: text("User-agent: *\nDisallow: /*/\n") },
		{ at, who, says, name: "robots.txt: an end", change: text("User-agent: *\nDisallow: /*.jpg$\n") },
		{ at, who, says, name: "robots.txt: CR alone", change: text("User-agent: *\rDisallow: /go/\r") },
		{ at, who, says, name: "robots.txt: an escaped letter", change: text("User-agent: *\nDisallow: /%67o/\n") },
		{
			at,
			who: ["X", "Discord"],
			says,
			name: "robots.txt: a group of two, and a sitemap",
			change: text("User-agent: twitterbot/1.0\nSitemap: https://a.example/\nUser-agent: Discordbot\nDisallow: /\n"),
		},
		{
			at,
			who,
			says: "from robots.txt to /other",
			name: "robots.txt: moved",
			change: instead(302, "", { location: "/other" }),
		},
		{ at, who, says: "gets no answer for robots.txt", name: "robots.txt: reset", change: () => "reset" },
		{ at, who, says: "gets no answer for robots.txt", name: "robots.txt: silence", change: () => "silence" },
		{ at, who, says: "and is answered 503", name: "robots.txt: error", change: instead(503, "") },
		{
			at,
			who,
			says: "no plain text for robots.txt",
			name: "robots.txt: a page",
			change: headers({ "content-type": "text/html" }),
		},
	];
}
