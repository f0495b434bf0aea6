import {
	ASKS_GZIP,
	ASKS_HEAD,
	ASKS_RANGE,
	body,
	CHALLENGE,
	headers,
	html,
	inHead,
	instead,
	type PlantedFault,
	retagged,
	SLOW_MS,
	tag,
	without,
} from "./planted-fault.ts";

export function pageFaults(): PlantedFault[] {
	const at = "page" as const;
	return [
		{
			at,
			name: "redirect to a sign-in",
			says: "was redirected (302) to /login",
			change: instead(302, "", { location: "/login" }),
		},
		{
			at,
			name: "redirect to another host",
			says: "was redirected (301)",
			change: instead(301, "", { location: "https://www.example.com/" }),
		},
		{ at, name: "403 for bots", says: "refused the page (403)", change: instead(403, "Forbidden") },
		{ at, name: "password for everybody", says: "refused the page (401)", change: instead(401, "") },
		{ at, name: "path that leads nowhere", says: 'got "not found" (404)', change: instead(404, "Not found") },
		{ at, name: "rate limit", says: "rate limited (429)", change: instead(429, "") },
		{ at, name: "bad gateway", says: "got an error (502)", change: instead(502, "Bad gateway") },
		{ at, name: "maintenance", says: "got an error (503)", change: instead(503, "Back soon") },
		{ at, name: "challenge", says: 'a page named "Just a moment..."', change: instead(200, CHALLENGE) },
		{
			at,
			name: "wrong type",
			says: "got text/plain instead of a page",
			change: headers({ "content-type": "text/plain" }),
		},
		{ at, name: "no type", says: "got a file without a type instead of a page", change: without("content-type") },
		{
			at,
			name: "no charset",
			says: "does not name UTF-8",
			change: headers({ "content-type": "text/html" }),
		},
		{ at, name: "download", says: "as a download", change: headers({ "content-disposition": "attachment" }) },
		{ at, name: "caching told", says: "an old page", change: headers({ "cache-control": "public, max-age=3600" }) },
		{ at, name: "answer of a cache", says: "from a cache", change: headers({ age: "3600" }) },
		{ at, name: "Vary left out", says: "another app's page from a cache", change: without("vary") },
		{
			at,
			name: "no snippet",
			says: 'show no snippet: X-Robots-Tag is "noindex, nosnippet"',
			change: headers({ "x-robots-tag": "noindex, nosnippet" }),
		},
		{
			at,
			name: "old cache, another version",
			says: 'got a different title: "Tim & ',
			change: html((text) => text.replaceAll("Tom &amp; ", "Tim &amp; ")),
		},
		{
			at,
			name: "old description",
			says: 'got a different description: "Old"',
			change: retagged("og:description", '<meta property="og:description" content="Old">'),
		},
		{
			at,
			name: "old picture",
			says: "got a different image: ",
			change: html((text) => text.replaceAll(/images\/[0-9a-f]{64}/g, `images/${"0".repeat(64)}`)),
		},
		{ at, name: "cut tags", says: "half a page", change: (answer) => body(answer, answer.body.subarray(0, 250)) },
		{
			at,
			name: "stripped picture",
			says: "found no image",
			change: retagged("og:image", ""),
		},
		{ at, name: "stripped address", says: "found no URL", change: retagged("og:url", "") },
		{
			at,
			name: "tags behind 64 KB",
			says: "they come after the first 4096 bytes",
			change: html((text) => text.replace("<head>", `<head><style>${"/* */".repeat(13_200)}</style>`)),
		},
		{
			at,
			name: "tags in the body",
			says: "outside the page's head",
			change: html((text) =>
				text.replace(tag("og:title"), "").replace("<body>", `<body>${tag("og:title").exec(text)?.[0]}`),
			),
		},
		{
			at,
			name: "script added",
			says: "a script that we did not send",
			change: inHead("<script>1</script>"),
		},
		{
			at,
			name: "refresh added",
			says: "a page that redirects",
			change: inHead('<meta http-equiv="refresh" content="0;url=/">'),
		},
		{
			at,
			name: "Refresh header",
			says: 'redirects: its Refresh header is "0; url=/"',
			change: headers({ refresh: "0; url=/" }),
		},
		{ at, name: "not modified", says: 'got "not modified" (304) and no page', change: instead(304, "") },
		{
			at,
			name: "no snippet, in a second header",
			says: 'show no snippet: X-Robots-Tag is "nosnippet"',
			change: headers({ "x-robots-tag": "noindex\nnosnippet" }),
		},
		{
			at,
			name: "no snippet, in the head",
			says: "show no snippet: the page's meta robots is",
			change: inHead('<meta name="robots" content="noindex,nosnippet">'),
		},
		{
			at,
			name: "no images, in the head",
			says: "show no snippet: the page's meta robots is",
			change: inHead('<meta content="max-image-preview:none" name="ROBOTS">'),
		},
		{
			at,
			name: "no snippet for one",
			says: "show no snippet: X-Robots-Tag is",
			who: ["LinkedIn"],
			change: headers({ "x-robots-tag": "noindex\nlinkedinbot: noindex, nosnippet" }),
		},
		{
			at,
			name: "another width of the image",
			says: 'expects an image of "600 x 630" pixels',
			change: retagged("og:image:width", '<meta property="og:image:width" content="600">'),
		},
		{
			at,
			name: "another height of the image",
			says: 'expects an image of "1200 x 1200" pixels',
			change: retagged("og:image:height", '<meta property="og:image:height" content="1200">'),
		},
		{
			at,
			name: "escaped twice",
			says: "a different title",
			change: html((text) => text.replaceAll("&amp;", "&amp;amp;")),
		},
		{
			at,
			name: "address of the inside",
			says: "a different URL",
			change: retagged("og:url", '<meta property="og:url" content="http://10.0.0.3:3000/go/a/b">'),
		},
		{
			at,
			name: "picture without its host",
			says: "og:image is not a full URL",
			change: retagged("og:image", '<meta property="og:image" content="/images/a.jpg">'),
		},
		{
			at,
			name: "kind of card stripped",
			says: "no valid twitter:card",
			change: retagged("twitter:card", ""),
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
			says: "the site name is too long",
			who: ["Discord"],
			change: retagged("og:site_name", `<meta property="og:site_name" content="${"x".repeat(257)}">`),
		},
		{
			at,
			name: "206 with a part of the page",
			says: "only part of the page (206)",
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
			says: "got an error (416)",
			who: ASKS_RANGE,
			change: (answer, { range }) => (range === undefined ? answer : instead(416, "")(answer)),
		},
		{
			at,
			name: "403 for one of them",
			says: "refused the page (403)",
			who: ["X"],
			change: (answer, { userAgent }) => (userAgent === "Twitterbot/1.0" ? instead(403, "")(answer) : answer),
		},
		{
			at,
			who: ASKS_GZIP,
			name: "broken gzip",
			says: "its Content-Encoding is gzip, but its bytes are not",
			change: (answer, { acceptEncoding }) =>
				acceptEncoding ? headers({ "content-encoding": "gzip" })(answer) : answer,
		},
		{
			at,
			name: "packing that nobody asked for",
			says: "compressed as br, which it didn't ask for",
			change: headers({ "content-encoding": "br" }),
		},
		{ at, name: "reset", says: "got no answer for the page", change: () => "reset" },
		{ at, name: "silence", says: "got no answer for the page", change: () => "silence" },
		{ at, name: "slow page", says: "more than three seconds for the page", waits: SLOW_MS },
	];
}

export function headFaults(): PlantedFault[] {
	const at = "head" as const;
	const who = ASKS_HEAD;
	return [
		{ at, who, name: "HEAD refused", says: "sent HEAD first and got 405", change: instead(405, "") },
		{ at, who, name: "HEAD reset", says: "got no answer for HEAD", change: () => "reset" },
	];
}
