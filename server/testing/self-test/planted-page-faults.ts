import {
	ASKS_GZIP,
	ASKS_HEAD,
	ASKS_RANGE,
	body,
	CHALLENGE,
	headers,
	html,
	instead,
	type PlantedFault,
	SLOW_MS,
	tag,
	without,
} from "./planted-fault.ts";

export function pageFaults(): PlantedFault[] {
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

export function headFaults(): PlantedFault[] {
	const at = "head" as const;
	const who = ASKS_HEAD;
	return [
		{ at, who, name: "HEAD refused", says: "asks with HEAD first, and is answered 405", change: instead(405, "") },
		{ at, who, name: "HEAD reset", says: "gets no answer for HEAD", change: () => "reset" },
	];
}
