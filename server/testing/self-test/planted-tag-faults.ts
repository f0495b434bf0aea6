import { HEEDS_CARD_KIND, html, inHead, type PlantedFault, PREFERS_TWITTER, retagged } from "./planted-fault.ts";

/** What is changed in the page's tags, and around them. */
export function tagFaults(): PlantedFault[] {
	const at = "page" as const;
	const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
	const around = (before: string, after: string) =>
		html((text) => text.replace('<meta charset="utf-8">', `$&${before}`).replace("</head>", `${after}</head>`));
	const replaced = (name: string, content: string) => retagged(name, named(name, content));
	const who = PREFERS_TWITTER;
	return [
		{ at, who, name: "twitter:title", says: 'from twitter:title: "Old"', change: replaced("twitter:title", "Old") },
		{
			at,
			who,
			name: "twitter:title twice",
			says: 'from twitter:title: "Old"',
			change: inHead(named("twitter:title", "Old")),
		},
		{
			at,
			who,
			name: "twitter:description",
			says: 'from twitter:description: "Old"',
			change: replaced("twitter:description", "Old"),
		},
		{
			at,
			who,
			name: "twitter:image",
			says: "from twitter:image: ",
			change: replaced("twitter:image", "https://a.example/b.jpg"),
		},
		{
			at,
			who: HEEDS_CARD_KIND,
			name: "another kind of card",
			says: 'twitter:card is "summary"',
			change: replaced("twitter:card", "summary"),
		},
		{ at, name: "no known kind of card", says: "no valid twitter:card", change: replaced("twitter:card", "photo") },
		{
			at,
			name: "kind of card twice",
			says: "twice: twitter:card",
			change: inHead(named("twitter:card", "summary_large_image")),
		},
		{ at, name: "tags in noscript", says: "inside <noscript>", change: around("<noscript>", "</noscript>") },
		{ at, name: "tags in a template", says: "inside <template>", change: around("<template>", "</template>") },
		{ at, name: "a stray div", says: "<div> ends it before them", change: around("<div></div>", "") },
		{ at, name: "a div around", says: "<div> ends it before them", change: around("<div>", "</div>") },
		{
			at,
			name: "an image before the tags",
			says: "<img> ends it before them",
			change: around('<img src="/p.gif">', ""),
		},
		{
			at,
			name: "a frame before the tags",
			says: "<iframe> ends it before them",
			change: around("<iframe></iframe>", ""),
		},
		{
			at,
			name: "a warning before the page",
			says: "text ends it before them",
			change: html((text) => `Warning: a${text}`),
		},
		{ at, name: "text before the tags", says: "text ends it before them", change: around("x", "") },
		{ at, name: "tags in a comment", says: "found no title", change: around("<!--", "-->") },
		{
			at,
			name: "title cut",
			says: 'a different title: "Tom"',
			change: html((text) => text.replace(/Tom &amp; &#34;Jerry&#34;/g, "Tom")),
		},
		{
			at,
			name: "title escaped twice",
			says: 'a different title: "Tom &amp; ',
			change: html((text) => text.replaceAll("&amp;", "&amp;amp;")),
		},
		{ at, name: "description emptied", says: 'a different description: ""', change: replaced("og:description", "") },
		{
			at,
			name: "address of a machine within",
			says: 'a different URL: "http://10.0.0.3',
			change: html((text) => text.replace(/("og:url" content=")https?:\/\/[^/]+/, "$1http://10.0.0.3:3000")),
		},
		{
			at,
			name: "picture on another host",
			says: 'a different image: "https://cdn.example/',
			change: html((text) => text.replace(/("og:image" content=")https?:\/\/[^/]+/, "$1https://cdn.example")),
		},
	];
}
