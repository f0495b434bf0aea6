import type { Prefill } from "#shared/links/prefill.ts";
import { CHARSETS, encoded } from "./encodings.ts";

/** A page as a web server answered it, and what is to be read of it. */
export type RecordedPage = {
	name: string;
	asked: string;
	url: string;
	status: number;
	headers: Record<string, string>;
	bytes: Buffer;
	expected: Partial<Prefill>;
};

type Recording = Partial<Omit<RecordedPage, "name" | "bytes" | "expected">> & { html?: string; bytes?: Buffer };

const URL_OF_ALL = "https://coast.example/walks/eleven";
const UTF8 = { "content-type": "text/html; charset=utf-8" };

function page(name: string, recording: Recording | string, expected: Partial<Prefill>): RecordedPage {
	const { html = "", ...rest } = typeof recording === "string" ? { html: recording } : recording;
	const url = rest.url ?? rest.asked ?? URL_OF_ALL;
	return { name, asked: url, status: 200, headers: UTF8, bytes: Buffer.from(html), ...rest, url, expected };
}

/** Every charset, named in each way that browsers know; the same words in each. */
function charsets(): RecordedPage[] {
	return Object.entries(CHARSETS).flatMap(([charset, title]) => {
		const html = (head: string) => `<!doctype html><html><head>${head}<title>${title}</title></head>`;
		const named = (name: string, head: string, type: string) =>
			page(
				`${charset}, ${name}`,
				{ headers: { "content-type": type }, bytes: encoded(html(head), charset) },
				{ title, description: "", siteName: "", pictures: [] },
			);
		return [
			named("in the header", "", `text/html; charset=${charset}`),
			named("in the header, quoted", "", `text/html;charset="${charset.toUpperCase()}"`),
			named("in a meta", `<meta charset=${charset}>`, "text/html"),
			named("in an old meta", `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`, "text/html"),
			named("in the header, against the meta", `<meta charset="utf-8">`, `text/html; charset=${charset}`),
		];
	});
}

function unnamedCharsets(): RecordedPage[] {
	const title = CHARSETS["utf-8"] ?? "";
	const html = `<title>${title}</title>`;
	const bare = { headers: { "content-type": "text/html" } };
	return [
		page("UTF-8 that nothing names", { ...bare, html }, { title }),
		page("UTF-8 cut in a character", { ...bare, bytes: Buffer.from(`${html}<p>ü`).subarray(0, -1) }, { title }),
		page(
			"windows-1252 that nothing names",
			{ ...bare, bytes: encoded("<title>Café – crème</title>", "windows-1252") },
			{
				title: "Café – crème",
			},
		),
		page(
			"a mark of UTF-8 against the header",
			{
				headers: { "content-type": "text/html; charset=windows-1252" },
				bytes: Buffer.from(`\ufeff${html}`),
			},
			{ title },
		),
		...(["utf-16le", "utf-16be"] as const).map((charset) =>
			page(`${charset} by its mark`, { ...bare, bytes: encoded(`\ufeff${html}`, charset) }, { title }),
		),
		page("a charset that nobody knows", { headers: { "content-type": "text/html; charset=klingon" }, html }, { title }),
		page(
			"a charset unknown here",
			{
				headers: { "content-type": "text/html; charset=iso-8859-16" },
				html: "<title>Plain</title>",
			},
			{ title: "Plain" },
		),
		page("no type at all", { headers: {}, html: "\n <html><title>Untyped</title>" }, { title: "Untyped" }),
		page(
			"XHTML",
			{
				headers: { "content-type": "application/xhtml+xml" },
				html: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Strict &amp; old</title></head></html>`,
			},
			{ title: "Strict & old" },
		),
	];
}

const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

const TITLES = [
	['<meta property="og:title" content="From OG">', "From OG"],
	['<meta name="twitter:title" content="From X">', "From X"],
	[ld({ "@type": "NewsArticle", headline: "From data" }), "From data"],
	["<title>From the tab</title>", "From the tab"],
	["<h1>From <em>the</em> heading</h1>", "From the heading"],
	["", ""],
] as const;
const DESCRIPTIONS = [
	['<meta property="og:description" content="OG says">', "OG says"],
	['<meta name="twitter:description" content="X says">', "X says"],
	[ld({ "@type": "Product", description: "Data says" }), "Data says"],
	['<meta name="description" content="The page says">', "The page says"],
	["", ""],
] as const;

/** The first source that is there wins, whatever stands first on the page. */
function orders(): RecordedPage[] {
	const from = (sources: readonly (readonly [string, string])[], at: number) => sources.slice(at);
	return TITLES.flatMap((_t, t) =>
		DESCRIPTIONS.flatMap((_d, d) => {
			// One block of data: two of them would be about two things.
			const titles = from(TITLES, t).filter(([tag]) => d > 2 || !tag.startsWith("<script"));
			const html = [...titles, ...from(DESCRIPTIONS, d)].map(([tag]) => tag);
			const expected = { title: titles[0]?.[1] ?? "", description: DESCRIPTIONS[d]?.[1] ?? "" };
			return [
				page(`title ${t}, description ${d}`, html.join("\n"), expected),
				page(`title ${t}, description ${d}, backwards`, html.reverse().join(""), expected),
			];
		}),
	);
}

const MARKUP: readonly (readonly [name: string, html: string, expected: Partial<Prefill>])[] = [
	["entities, once", '<meta property="og:title" content="Fish &amp;amp; Chips">', { title: "Fish &amp; Chips" }],
	["entities by number", "<title>&#8220;Hi&#x201D; &#128075;</title>", { title: "“Hi” 👋" }],
	["entities without an end", "<title>A &amp B &copy 2026</title>", { title: "A & B © 2026" }],
	["an entity in data", ld({ "@type": "Article", headline: "Fish &amp; Chips" }), { title: "Fish & Chips" }],
	["tags in data", ld({ "@type": "Article", headline: "<b>Bold</b> move" }), { title: "Bold move" }],
	[
		"no quotes",
		"<meta property=og:title content=Short><meta content=Text name=description>",
		{ title: "Short", description: "Text" },
	],
	["single quotes", "<meta property='og:title' content='It\"s'>", { title: 'It"s' }],
	["capitals", '<META PROPERTY="OG:TITLE" CONTENT="Loud">', { title: "Loud" }],
	[
		"name for property",
		'<meta name="og:title" content="Swapped"><meta property="twitter:description" content="Too">',
		{ title: "Swapped", description: "Too" },
	],
	["spaces around", '<meta property=" og:title " content="  Much \n\t room  ">', { title: "Much room" }],
	["a blank tag is none", '<meta property="og:title" content=" "><title>Real</title>', { title: "Real" }],
	["an unseen tag is none", '<meta property="og:title" content="\u200b\u202e"><title>Real</title>', { title: "Real" }],
	[
		"the first of two",
		'<meta property="og:title" content="One"><meta property="og:title" content="Two">',
		{ title: "One" },
	],
	["head never closed", "<html><head><title>Open<body><p>text", { title: "Open<body><p>text" }],
	["tags after the body", '<body><p>a</p></body></html><meta property="og:title" content="Late">', { title: "Late" }],
	["tags in the body", '<body><div><meta property="og:title" content="Inside"></div>', { title: "Inside" }],
	["a comment", '<!-- <meta property="og:title" content="No"> --><title>Yes</title>', { title: "Yes" }],
	["a comment without an end", "<title>Yes</title><!-- <meta property='og:title' content='No'>", { title: "Yes" }],
	["a tag without an end", '<title>Yes</title><meta property="og:title" content="No', { title: "Yes" }],
	["closing tags alone", "</div></p></head><title>Still</title>", { title: "Still" }],
	["a title of a drawing", "<svg><title>Icon</title></svg><title>Page</title>", { title: "Page" }],
	["an empty title first", "<title></title><title>Second</title>", { title: "Second" }],
	[
		"a script with a tag in it",
		`<script>document.write('<title>No</title>')</script><title>Yes</title>`,
		{ title: "Yes" },
	],
	[
		"a template of script",
		`<script type="text/template"><meta property="og:title" content="No"></script><h1>Yes</h1>`,
		{ title: "Yes" },
	],
	["a noscript", `<noscript><meta property="og:title" content="Quiet"></noscript>`, { title: "Quiet" }],
	["duplicate attributes", '<meta property="og:title" content="One" content="Two">', { title: "One" }],
	["NUL and controls", "<title>A\u0000B\u0007C\u009bD</title>", { title: "ABCD" }],
	[
		"overrides of direction",
		'<meta property="og:title" content="gpj.\u202eexe\u202c \u2066x\u2069\u200f">',
		{ title: "gpj.exe x" },
	],
	["line separators", '<meta name="description" content="One\u2028Two\u0085Three">', { description: "One Two Three" }],
	["joiners stay", "<title>👩\u200d🚀 می\u200cخواهم</title>", { title: "👩\u200d🚀 می\u200cخواهم" }],
	["soft hyphens go", "<title>Strand\u00adspazier\u00adgang</title>", { title: "Strandspaziergang" }],
	["half a character", "<title>&#xD83D;x</title>", { title: "�x" }],
	["a long title", `<title>${"ab ".repeat(200)}</title>`, { title: `${"ab ".repeat(100).trim()}` }],
	["a long title of emoji", `<title>${"🏖".repeat(151)}</title>`, { title: "🏖".repeat(150) }],
	["nothing", "", { title: "", description: "", siteName: "", pictures: [] }],
	["bytes that are no page", "\u0001\u0002<<<>>>&&&", { title: "" }],
	[
		"tags as text",
		'<meta property="og:title" content="<script>alert(1)</script>">',
		{ title: "<script>alert(1)</script>" },
	],
	["a heading with a picture", '<h1><img src="a.png" alt="x"></h1><h1>Second</h1>', { title: "Second" }],
	["spans in a heading", "<h1>\n<span>Eleven</span>\n<span>beaches</span></h1>", { title: "Eleven beaches" }],
	[
		"nested absurdly",
		`<title>Deep</title>${"<b>".repeat(50_000)}<meta property="og:title" content="No">`,
		{ title: "Deep" },
	],
];

const DATA: readonly (readonly [name: string, html: string, expected: Partial<Prefill>])[] = [
	[
		"a graph",
		ld({
			"@graph": [
				{ "@type": "Organization", name: "No" },
				{ "@type": "Article", headline: "Yes" },
			],
		}),
		{ title: "Yes" },
	],
	[
		"a list",
		ld([
			{ "@type": "BreadcrumbList", name: "No" },
			{ "@type": "Recipe", name: "Soup" },
		]),
		{ title: "Soup" },
	],
	["two types", ld({ "@type": ["Thing", "Product"], name: "Chair" }), { title: "Chair" }],
	["a type as an address", ld({ "@type": "https://schema.org/Event", name: "Fair" }), { title: "Fair" }],
	["a page, for want of a thing", ld({ "@type": "WebPage", name: "Page" }), { title: "Page" }],
	[
		"a thing before a page",
		ld([
			{ "@type": "WebPage", name: "Page" },
			{ "@type": "VideoObject", name: "Film" },
		]),
		{ title: "Film" },
	],
	[
		"a thing within a page",
		ld({ "@type": "ItemPage", mainEntity: { "@type": "Product", name: "Lamp" } }),
		{ title: "Lamp" },
	],
	[
		"a value in a language",
		ld({ "@type": "Book", name: { "@value": "Livro", "@language": "pt" } }),
		{ title: "Livro" },
	],
	["several names", ld({ "@type": "Movie", name: ["One", "Two"] }), { title: "One" }],
	[
		"the site's name",
		ld([
			{ "@type": "WebSite", name: "Coast" },
			{ "@type": "Article", headline: "A" },
		]),
		{ title: "A", siteName: "Coast" },
	],
	[
		"the publisher's name",
		ld({ "@type": "Article", headline: "A", publisher: { "@type": "Organization", name: "Coast" } }),
		{ siteName: "Coast" },
	],
	[
		"pictures of every shape",
		ld({
			"@type": "Article",
			image: ["https://a.example/1.jpg", { "@type": "ImageObject", url: "https://a.example/2.jpg" }],
		}),
		{ pictures: ["https://a.example/1.jpg", "https://a.example/2.jpg"] },
	],
	[
		"a thumbnail",
		ld({ "@type": "VideoObject", name: "F", thumbnailUrl: "/t.webp" }),
		{ pictures: ["https://coast.example/t.webp"] },
	],
	["broken data", `<script type="application/ld+json">{"@type":"Article",}</script><h1>Yes</h1>`, { title: "Yes" }],
	[
		"data in a comment",
		`<script type="application/ld+json"><!-- {"@type":"Article","headline":"Wrapped"} --></script>`,
		{ title: "Wrapped" },
	],
	[
		"data with a charset",
		`<script type="application/ld+json; charset=utf-8">{"@type":"Article","headline":"Typed"}</script>`,
		{ title: "Typed" },
	],
	[
		"numbers for texts",
		ld({ "@type": "Article", headline: 7, description: { a: 1 }, image: 3 }),
		{ title: "", description: "", pictures: [] },
	],
	["null", ld(null), { title: "" }],
	[
		"nested absurdly",
		`<script type="application/ld+json">${"[".repeat(20_000)}${"]".repeat(20_000)}</script><h1>Yes</h1>`,
		{ title: "Yes" },
	],
	[
		"a broken block before a good one",
		`<script type="application/ld+json">{</script>${ld({ "@type": "Article", headline: "Good" })}`,
		{ title: "Good" },
	],
];

/** Where an image is, by the page's own address or its base. */
function pictures(): RecordedPage[] {
	const og = (content: string, key = "og:image") => `<meta property="${key}" content="${content}">`;
	const relative: readonly (readonly [string, string, string])[] = [
		["", "/a.jpg", "https://coast.example/a.jpg"],
		["", "a.jpg", "https://coast.example/walks/a.jpg"],
		["", "../a.jpg", "https://coast.example/a.jpg"],
		["", "//cdn.example/a.jpg", "https://cdn.example/a.jpg"],
		["", "?size=1", "https://coast.example/walks/eleven?size=1"],
		["", "https://cdn.example/ä b.jpg", "https://cdn.example/%C3%A4%20b.jpg"],
		["", "https://cdn.example/a.jpg?x=1&amp;y=2", "https://cdn.example/a.jpg?x=1&y=2"],
		["", " https://cdn.example/a.jpg ", "https://cdn.example/a.jpg"],
		['<base href="/other/">', "a.jpg", "https://coast.example/other/a.jpg"],
		['<base href="https://cdn.example/x/">', "a.jpg", "https://cdn.example/x/a.jpg"],
		['<base href="https://cdn.example/x/">', "/a.jpg", "https://cdn.example/a.jpg"],
		['<base href="//cdn.example/"><base href="/no/">', "a.jpg", "https://cdn.example/a.jpg"],
		['<base href="http://[">', "a.jpg", "https://coast.example/walks/a.jpg"],
		['<base target="_blank">', "a.jpg", "https://coast.example/walks/a.jpg"],
	];
	const refused = [
		"data:image/png;base64,AAAA",
		"javascript:alert(1)",
		"ftp://cdn.example/a.jpg",
		"blob:https://cdn.example/1",
		"http://127.0.0.1/a.jpg",
		"http://[::1]/a.jpg",
		"http://localhost/a.jpg",
		"http://169.254.169.254/a.jpg",
		"https://ada:secret@cdn.example/a.jpg",
		"https://visualink.example/images/a.jpg",
		"https://[",
		"/favicon.ico",
		"/favicon-32x32.png",
		"/logo.svg",
		"/anim.gif",
		"/film.mp4",
		`https://cdn.example/${"a".repeat(2_100)}`,
	];
	const seven = [1, 2, 3, 4, 5, 6, 7].map((n) => `https://cdn.example/${n}.jpg`);
	return [
		...relative.map(([base, content, expected]) =>
			page(`picture ${content} ${base}`, `${base}${og(content)}`, { pictures: [expected] }),
		),
		...refused.map((content) =>
			page(`picture ${content.slice(0, 60)}`, og(content) + og("/good.jpg"), {
				pictures: ["https://coast.example/good.jpg"],
			}),
		),
		...["og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"].map((key) =>
			page(`picture by ${key}`, og("/a.jpg", key), { pictures: ["https://coast.example/a.jpg"] }),
		),
		page("picture by image_src", '<link rel="image_src" href="/a.jpg">', { pictures: ["https://coast.example/a.jpg"] }),
		page("no picture by icon", '<link rel="icon" href="/a.png"><link rel="apple-touch-icon" href="/b.png">', {
			pictures: [],
		}),
		page("pictures, each once", og("/a.jpg") + og("/a.jpg", "twitter:image") + og("/b.jpg"), {
			pictures: ["https://coast.example/a.jpg", "https://coast.example/b.jpg"],
		}),
		page("the safe one of two", og("https://c.example/a.jpg", "og:image:secure_url") + og("http://c.example/a.jpg"), {
			pictures: ["https://c.example/a.jpg"],
		}),
		page("six pictures at most", seven.map((url) => og(url)).join(""), { pictures: seven.slice(0, 6) }),
		page(
			"after a redirect",
			{ asked: "https://short.example/x", url: URL_OF_ALL, html: og("a.jpg") },
			{
				pictures: ["https://coast.example/walks/a.jpg"],
				finalUrl: URL_OF_ALL,
			},
		),
		...["image/jpeg", "image/png", "image/webp", "IMAGE/PNG; x=y"].map((type) =>
			page(
				`the address of a picture, ${type}`,
				{ headers: { "content-type": type }, bytes: Buffer.from([0xff, 0xd8]) },
				{
					title: "",
					pictures: [URL_OF_ALL],
				},
			),
		),
		...["application/pdf", "image/gif", "text/plain", "application/json", "video/mp4"].map((type) =>
			page(
				`nothing to read, ${type}`,
				{ headers: { "content-type": type }, html: "<title>No</title>" },
				{
					title: "",
					pictures: [],
				},
			),
		),
	];
}

/** A site's name at the end of a title goes where the page says that it is the site's. */
function suffixes(): RecordedPage[] {
	const site = '<meta property="og:site_name" content="The Coast">';
	const cut = ["|", "-", "–", "—", "·", "•", ":", "»", "||", "/"].map((mark) => [
		`Eleven beaches ${mark} The Coast`,
		"Eleven beaches",
	]);
	const kept = [
		["Eleven beaches | The Hills", "Eleven beaches | The Hills"],
		["The Coast", "The Coast"],
		["Eleven beaches-The Coast", "Eleven beaches-The Coast"],
		["The Coast | Eleven beaches", "The Coast | Eleven beaches"],
		["Eleven | beaches | THE COAST", "Eleven | beaches"],
	];
	return [...cut, ...kept].flatMap(([title = "", expected = ""]) => [
		page(`'${title}'`, `${site}<title>${title}</title>`, { title: expected, siteName: "The Coast" }),
		page(`'${title}' of no site`, `<title>${title}</title>`, { title, siteName: "" }),
	]);
}

/** What stands before pages, and pages that look like it. */
function gates(): RecordedPage[] {
	const blank = { title: "", description: "", pictures: [], siteName: "" };
	const titled = (blocked: Prefill["blocked"], status: number, titles: string[]) =>
		titles.map((title) =>
			page(
				`gate '${title}'`,
				{ status, html: `<title>${title}</title><meta name="description" content="x">` },
				{
					...blank,
					blocked,
				},
			),
		);
	const placed = (blocked: Prefill["blocked"], asked: string, urls: string[]) =>
		urls.map((url) => page(`gate ${url}`, { asked, url, html: "<title>Anything</title>" }, { ...blank, blocked }));
	const answered = (blocked: Prefill["blocked"], status: number, headers = {}) =>
		page(
			`gate ${status} ${JSON.stringify(headers)}`,
			{ status, headers: { ...UTF8, ...headers }, html: "<h1>No</h1>" },
			{
				...blank,
				blocked,
			},
		);
	const open = (title: string, recording: Recording = {}) =>
		page(
			`no gate '${title}' ${recording.url ?? ""}`,
			{ html: `<title>${title}</title>`, ...recording },
			{
				title,
				blocked: undefined,
			},
		);
	return [
		...titled("challenge", 403, [
			"Just a moment...",
			"Just a moment…",
			"Attention Required! | Cloudflare",
			"DDoS-Guard",
		]),
		...titled("challenge", 429, ["Vercel Security Checkpoint", "Security Checkpoint", "Human Verification"]),
		...titled("challenge", 200, [
			"Robot or human?",
			"Are you a robot?",
			"Pardon Our Interruption...",
			"One moment, please...",
		]),
		...titled("challenge", 200, [
			"Checking your browser before accessing coast.example",
			"Verify you are human",
			"Un instant…",
		]),
		...titled("denied", 403, [
			"Access Denied",
			"403 Forbidden",
			"Forbidden",
			"Request blocked",
			"Access to this page has been denied.",
		]),
		...titled("denied", 200, [
			"ERROR: The request could not be satisfied",
			"You have been blocked",
			"Request Rejected",
		]),
		...titled("consent", 200, [
			"Before you continue to YouTube",
			"Before you continue",
			"- YouTube",
			"Bevor Sie zu Google weitergehen",
		]),
		...titled("login", 200, [
			"Login • Instagram",
			"Log in or sign up",
			"Sign in",
			"Log into Facebook",
			"Instagram",
			"Sign in - Google Accounts",
		]),
		page(
			"gate /sso with a card and a field for a password",
			{
				asked: "https://app.coast.example/boards/7",
				url: "https://app.coast.example/sso/",
				html: '<meta property="og:title" content="Coast, the app"><input type=password>',
			},
			{ ...blank, blocked: "login" },
		),
		...titled("login", 200, ["Sign Up | LinkedIn", "Log in to X"]),
		...titled("login", 200, ["Log In ‹ Blog — WordPress", "Sign in · GitLab", "Log in — Coast", "Sign in » Coast"]),
		...placed("consent", "https://www.youtube.com/watch?v=1", [
			"https://consent.youtube.com/m?continue=x",
			"https://consent.google.com/ml?continue=x",
		]),
		...placed("consent", "https://news.yahoo.example/a", [
			"https://guce.yahoo.com/consent",
			"https://consent.yahoo.com/v2/x",
		]),
		...placed("login", "https://www.linkedin.com/in/ada", ["https://www.linkedin.com/authwall?trk=x"]),
		...placed("login", "https://www.facebook.com/ada", [
			"https://www.facebook.com/login/?next=x",
			"https://m.facebook.com/login.php",
		]),
		...placed("login", "https://www.instagram.com/p/1/", ["https://www.instagram.com/accounts/login/?next=x"]),
		...placed("login", "https://x.com/ada/status/1", ["https://x.com/i/flow/login?redirect=x"]),
		...placed("login", "https://docs.coast.example/d/1", [
			"https://accounts.google.com/v3/signin",
			"https://login.microsoftonline.com/common",
			"https://docs.coast.example/login?next=x",
			"https://docs.coast.example/users/sign-in",
			"https://docs.coast.example/users/sign_in",
			"https://docs.coast.example/log_in",
			"https://docs.coast.example/session/new",
			"https://docs.coast.example/sessions/new",
			"https://docs.coast.example/wp-login.php?redirect_to=x",
			"https://docs.coast.example/auth/",
		]),
		...["/login?next=x", "/users/sign_in", "/en/log_in/", "/session/new", "/wp-login.php", "/signin.html"].map((path) =>
			page(
				`gate ${path} with a card`,
				{
					asked: "https://app.coast.example/boards/7",
					url: `https://app.coast.example${path}`,
					html: '<title>Coast</title><meta property="og:title" content="Coast, the app"><div id="root"></div>',
				},
				{ ...blank, blocked: "login" },
			),
		),
		answered("login", 401),
		answered("denied", 403),
		answered("denied", 429),
		answered("denied", 451),
		answered("denied", 999),
		answered("challenge", 403, { "cf-mitigated": "challenge" }),
		answered("challenge", 403, { "x-datadome": "protected" }),
		open("Just a moment in time: a memoir"),
		open("Access Denied: how firewalls work"),
		open("Sign in the window"),
		open("The consent page, explained"),
		open("YouTube"),
		open("Log in", { url: "https://app.coast.example/login", asked: "https://app.coast.example/login" }),
		open("Sign in to Coast", { url: "https://app.coast.example/sign-in", asked: "https://app.coast.example/sign-in" }),
		...["/login", "/wp-login.php", "/users/sign_in", "/session/new"].map((path) =>
			open("Log In ‹ Blog — WordPress", {
				asked: `http://app.coast.example${path}`,
				url: `https://app.coast.example${path}`,
			}),
		),
		...["/docs/auth/", "/docs/login/setup", "/blog/sign-in-the-window"].map((path) =>
			page(
				`no gate ${path} with a card`,
				{
					asked: "https://docs.coast.example/old",
					url: `https://docs.coast.example${path}`,
					html: '<meta property="og:title" content="About it">',
				},
				{ title: "About it", blocked: undefined },
			),
		),
		page(
			"a page with a card behind the word",
			'<title>Instagram</title><meta property="og:title" content="A photo by Ada">',
			{
				title: "A photo by Ada",
				blocked: undefined,
			},
		),
		page("a page with a log-in form in its corner", '<title>News</title><form><input type="password"></form>', {
			title: "News",
			blocked: undefined,
		}),
	];
}

/** Every page, with a name of its own. */
export function recordedPages(): RecordedPage[] {
	return [
		...charsets(),
		...unnamedCharsets(),
		...orders(),
		...MARKUP.map(([name, html, expected]) => page(`markup: ${name}`, html, expected)),
		...DATA.map(([name, html, expected]) => page(`data: ${name}`, html, expected)),
		...pictures(),
		...suffixes(),
		...gates(),
	];
}
