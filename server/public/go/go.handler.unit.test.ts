import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import type { CountedView } from "#server/public/views/counted-view.ts";
import { type RecordedAnswer, recordedResponse } from "#server/testing/app/recorded-response.ts";
import { fixture } from "#server/testing/corpora/user-agent-corpora.ts";
import { CARD_TARGETS, cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { createGoHandler } from "./go.handler.ts";
import { createGoAnswers } from "./go-answers.ts";
import { createOwnVisits } from "./own-visits.ts";
import type { KnownLink, PublicLink } from "./public-link.ts";
import { createTrustAnswers } from "./trust-answers.ts";
import { visitorJudge } from "./visitor.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const WHATSAPP = "WhatsApp/2.23.20.0 A";
const CURL = "curl/8.5.0";
const ORIGIN = "https://visualink.example";
const LINKS_ORIGIN = "https://v.example";
const NOW = Date.UTC(2026, 2, 5);
const VIEW_ID = "019cbb55-2800-7c21-8f00-0123456789ab";
const LINK: PublicLink = {
	id: 7,
	userId: "ada-id",
	targetUrl: "https://example.com/page?a=1#part",
	title: "Title",
	description: "Description",
	imageUrl: null,
	imageShape: null,
	cardVersion: 3,
	cards: null,
	linkSlug: "Launch",
	path: "/go/ada/Launch",
	startsAt: Number.NEGATIVE_INFINITY,
	endsAt: Number.POSITIVE_INFINITY,
	after: null,
	warning: null,
	siteUrl: "https://example.com/page?a=1#part",
	createdAt: Date.UTC(2026, 0, 2),
	changedAt: null,
};

const OWN_DOMAINS = [
	{ id: 4, host: "go.brand.example", userId: "ada-id", userSlug: "ada" },
	{ id: 6, host: "links.brand.example", userId: "ada-id", userSlug: "ada" },
	{ id: 8, host: "go.bob.example", userId: "bob-id", userSlug: "bob" },
].map((each) => ({ ...each, isServed: true, pointsHere: true, rootTarget: null, unknownTarget: null }));

/** What is around the handler, as one test wants it. */
let found: (userSlug: string, linkSlug: string) => KnownLink | null | Promise<KnownLink | null>;
let record: (view: CountedView) => Promise<void>;
let report: (viewId: string, size: object) => Promise<void>;
let delivered: [number, string, number][];
let retryAfter: number | null;
let misses: string[];
let logged: { err: Error; message: string }[];

const keepLine = ({ err }: { err: Error }, message: string) => logged.push({ err, message });
const answers = createGoAnswers({ homeUrl: `${ORIGIN}/`, hsts: null });
const ownVisits = createOwnVisits({ sessionSecret: "a secret of thirty-two characters" });
const { handler, onDomain } = createGoHandler({
	judge: visitorJudge(),
	answers,
	linkCache: { get: (...slugs) => found(...slugs) },
	recorder: { record: (view) => record(view) },
	viewSizes: { report: (...told) => report(...told) },
	isOwnTest: (headers) => headers["x-own-test"] === "yes",
	ownVisits,
	ownDomains: { of: (host) => OWN_DOMAINS.find((each) => each.host === host) ?? null },
	deliveries: { page: ({ id }, platform, at) => delivered.push([id, platform, at]) },
	missLimit: {
		count(address) {
			misses.push(address);
			return retryAfter;
		},
	},
	tagOf: ({ id, cardVersion }) => `tag-${id}-${cardVersion}`,
	origins: { publicOrigin: ORIGIN, linksOrigin: LINKS_ORIGIN, imagesOrigin: LINKS_ORIGIN },
	trust: createTrustAnswers({
		answers,
		linksOrigin: LINKS_ORIGIN,
		homeUrl: `${ORIGIN}/`,
		reportEmail: "abuse@visualink.example",
	}),
	trustProxy: 1,
	countryHeader: "cf-ipcountry",
	requestIds: { of: () => "r-1" },
	now: () => new Date(NOW),
	log: { warn: keepLine, debug: keepLine } as unknown as Logger,
});

beforeEach(() => {
	found = (userSlug, linkSlug) => (userSlug === "ada" && linkSlug === "launch" ? LINK : null);
	record = async () => {};
	report = async () => {};
	delivered = [];
	retryAfter = null;
	misses = [];
	logged = [];
});

type Ask = { method?: string; path?: string; userAgent?: string | null; headers?: Record<string, string> };

/** Asks, and tells what has been answered so far. */
function begin({ method = "GET", path = "/go/ada/launch", userAgent = CHROME, headers = {} }: Ask) {
	const { res, answered } = recordedResponse();
	const all = { "accept-language": "en", ...(userAgent !== null && { "user-agent": userAgent }), ...headers };
	const socket = { remoteAddress: "127.0.0.1" };
	void handler({ method, url: path, headers: all, socket } as unknown as IncomingMessage, res);
	return answered;
}

/** The answer, for which no more than a few turns are waited. */
async function settled(answered: () => RecordedAnswer | null): Promise<RecordedAnswer> {
	for (let turns = 0; turns < 5 && answered() === null; turns++) await new Promise(setImmediate);
	const answer = answered();
	if (answer === null) throw new Error("There was no answer.");
	return answer;
}

const ask = (request: Ask = {}) => settled(begin(request));

test.each<[string, Ask, number, string]>([
	["a person's view", {}, 302, ""],
	["a view by another word", { path: "/go/ada/other" }, 404, "Link not found"],
	["no link", { path: "/go/ada" }, 404, "Link not found"],
	["a broken address", { path: "/go/ada/%" }, 400, "Bad address"],
	["a post", { method: "POST" }, 405, "Method not allowed"],
	["a post of a broken address", { method: "POST", path: "/go/ada/%" }, 405, "Method not allowed"],
	["a trust page", { path: "/go/ada/launch+" }, 200, "example.com</b>"],
	["a trust page of nothing", { path: "/go/ada/other%2b" }, 404, "It leads nowhere"],
	["a size that is read", { path: `/go/~size/${VIEW_ID}` }, 404, "Link not found"],
	["a size that is put", { method: "PUT", path: `/go/~size/${VIEW_ID}` }, 405, "Method not allowed"],
	["a card", { userAgent: WHATSAPP }, 200, "og:title"],
])("%s is answered with its page", async (_, request, status, text) => {
	const answer = await ask(request);
	expect(answer.status).toBe(status);
	expect(answer.body).toContain(text);
});

test.each<[string, Partial<Ask>, Partial<CountedView>]>([
	["a person", {}, { userAgent: CHROME, isBot: false, attribution: "", clientWidth: 0, clientHeight: 0 }],
	["a fetcher", { userAgent: WHATSAPP }, { userAgent: WHATSAPP, isBot: true, attribution: "whatsapp" }],
	["a tool", { userAgent: CURL }, { userAgent: CURL, isBot: true }],
	["nobody", { userAgent: null }, { userAgent: "", isBot: true }],
	[
		"a talkative one",
		{ userAgent: `${CHROME} ${"x".repeat(2_000)}` },
		{ userAgent: `${CHROME} ${"x".repeat(1_024 - CHROME.length - 1)}` },
	],
	["one from elsewhere", { headers: { referer: "https://t.co/x" } }, { attribution: "x" }],
	["one from our own pages", { headers: { referer: `${ORIGIN}/admin` } }, { attribution: "" }],
	["one from a trust page of ours", { headers: { referer: `${LINKS_ORIGIN}/go/ada/Launch+` } }, { attribution: "" }],
	["a picture of a page", { headers: { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" } }, { isBot: true }],
	["a fetcher that looks ahead", { userAgent: WHATSAPP, headers: { "x-purpose": "preview" } }, { isBot: true }],
	["one with a source", { path: "/go/ada/launch?utm_source=bio" }, { attribution: "bio" }],
	["one whose country a proxy says (P414)", { headers: { "cf-ipcountry": "pt" } }, { country: "PT" }],
	["one of whose country a proxy doesn't know", { headers: { "cf-ipcountry": "XX" } }, { country: undefined }],
	["a fetcher in some country", { userAgent: WHATSAPP, headers: { "cf-ipcountry": "PT" } }, { country: undefined }],
	["one behind a proxy", { headers: { "x-forwarded-for": "203.0.113.7" } }, { ip: "203.0.113.0" }],
	...[
		["1440", 1440],
		['"900"', 900],
		["32767", 32_767],
		["32768", 0],
		["1234567", 0],
		["-1", 0],
		["1.5", 0],
		["12px", 0],
		["x12", 0],
		['"', 0],
	].map(([told, kept]): [string, Partial<Ask>, Partial<CountedView>] => [
		`one whose window is ${told}`,
		{ headers: { "sec-ch-viewport-width": String(told), "sec-ch-viewport-height": String(told) } },
		{ clientWidth: Number(kept), clientHeight: Number(kept) },
	]),
])("the view of %s is counted as such before the answer", async (_, request, expected) => {
	const counted: CountedView[] = [];
	let keep = () => {};
	record = (view) => {
		counted.push(view);
		return new Promise((kept) => {
			keep = kept;
		});
	};
	const answered = begin(request);
	await new Promise(setImmediate);
	expect(answered()).toBeNull();
	keep();
	await settled(answered);
	expect(counted).toMatchObject([{ userId: "ada-id", linkId: 7, at: NOW, ip: "127.0.0.0", ...expected }]);
	expect(counted[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

test.each<[string, Ask]>([
	["HEAD", { method: "HEAD" }],
	["a prefetch", { headers: { "sec-purpose": "prefetch" } }],
])("%s is answered and not counted", async (_, request) => {
	record = () => expect.unreachable("a view was counted");
	const { status, headers } = await ask(request);
	expect([status, headers.Location]).toEqual([302, LINK.targetUrl]);
});

describe('a visit by its owner\'s "Open" (P528)', () => {
	const OPENED = `/go/ada/launch${ownVisits.query(LINK.id, NOW)}`;
	let counted: CountedView[];
	beforeEach(() => {
		counted = [];
		record = async (view) => void counted.push(view);
	});

	test.each<[string, Ask, Partial<PublicLink>, string]>([
		["a person", {}, {}, LINK.targetUrl],
		["a person, by HEAD", { method: "HEAD" }, {}, LINK.targetUrl],
		[
			"a person with parameters",
			{ path: `${OPENED}&utm_source=x` },
			{},
			"https://example.com/page?a=1&utm_source=x#part",
		],
		["a person by an alias", { path: OPENED.replace("launch", "former") }, {}, LINK.targetUrl],
		[
			"a person after the link's time",
			{},
			{ endsAt: NOW, after: { ...LINK, targetUrl: "https://example.org/next" } },
			"https://example.org/next",
		],
		["a person at a flagged link", {}, { warning: { reasons: [], isPlain: false } }, LINK.targetUrl],
		["a person before the link's time", {}, { startsAt: NOW + 1 }, "Not open yet"],
		["a browser that nobody knows", { userAgent: CURL }, {}, LINK.targetUrl],
	])("is answered as ever and not counted: %s", async (_, request, link, leadsTo) => {
		found = () => ({ ...LINK, ...link });
		const answered = sumOf(answers.counts);
		const { status, headers, body } = await ask({ path: OPENED, ...request });
		// Like a HEAD, it is an answer in the metrics (P531).
		expect([sumOf(answers.counts), logged]).toEqual([answered + 1, []]);
		expect([status < 400, headers["Cache-Control"]]).toEqual([true, "private, no-store"]);
		const answer = [String(headers.Location ?? ""), body].join(" ").replaceAll("&amp;", "&");
		expect(answer).toContain(leadsTo);
		expect(answer).not.toContain("visualink_open");
		expect(counted).toEqual([]);
	});

	test("counts where the address is another link's, forged, or too old", async () => {
		const another = `/go/ada/launch${ownVisits.query(LINK.id + 1, NOW)}`;
		const old = `/go/ada/launch${ownVisits.query(LINK.id, NOW - 600_001)}`;
		for (const path of [another, old, `${OPENED}x`, "/go/ada/launch?visualink_open="]) {
			const { status, headers } = await ask({ path });
			expect([status, headers.Location]).toEqual([302, LINK.targetUrl]);
		}
		expect(counted).toHaveLength(4);
	});

	test("counts of a fetcher, which gets the card and is noted", async () => {
		const { body } = await ask({ path: OPENED, userAgent: WHATSAPP });
		expect(body).toBe((await ask({ userAgent: WHATSAPP })).body);
		expect(counted).toMatchObject([{ attribution: "whatsapp" }, { attribution: "whatsapp" }]);
		expect(delivered).toHaveLength(2);
	});

	test("is gone where the link is disabled", async () => {
		found = () => "disabled";
		expect((await ask({ path: OPENED })).status).toBe(410);
	});
});

test("a link that has to be looked up first is answered as one that is known", async () => {
	found = async () => LINK;
	expect((await ask()).headers.Location).toBe(LINK.targetUrl);
	found = async () => null;
	expect((await ask()).status).toBe(404);
});

test("what a visitor adds travels on, and is in the page's own address only as its version", async () => {
	const path = "/go/ada/launch?v=2&utm_source=bio";
	const target = "https://example.com/page?a=1&utm_source=bio#part";
	expect((await ask({ path })).headers.Location).toBe(target);
	for (const userAgent of [WHATSAPP, CURL]) {
		const { body } = await ask({ path, userAgent });
		expect(body).toContain(`<link rel="canonical" href="${LINKS_ORIGIN}/go/ada/Launch?v=2">`);
		expect(body).toContain(`href="${target.replace("&", "&amp;")}"`);
	}
});

test("the universal page reports to where its view is, and leads to the trust page", async () => {
	const counted: CountedView[] = [];
	record = async (view) => {
		counted.push(view);
	};
	const { body } = await ask({ userAgent: CURL });
	expect(body).toContain(`data-size="/go/~size/${counted[0]?.id}"`);
	expect(body).toMatch(/href="\/go\/ada\/launch\+"/i);
});

test("a card without a query is made once for each link, and anew when the link has changed", async () => {
	const first = (await ask({ userAgent: WHATSAPP })).body;
	expect((await ask({ userAgent: WHATSAPP })).body).toBe(first);
	found = () => ({ ...LINK, title: "Changed" });
	expect((await ask({ userAgent: WHATSAPP })).body).toBe(first.replaceAll("Title", "Changed"));
	expect((await ask({ userAgent: WHATSAPP, path: "/go/ada/launch?v=2" })).body).toContain('content="Changed"');
});

describe("40 real agents and a card for each of six targets (P201)", () => {
	const cards = Object.fromEntries(
		CARD_TARGETS.map((target) => [
			target,
			{
				title: `For ${target}`,
				description: null,
				imageUrl: null,
				imageShape: null,
				color: target === "discord" ? "#cb3419" : null,
				buttonLabel: null,
			},
		]),
	);
	const agents = CARD_TARGETS.flatMap((target) =>
		fixture("preview-fetchers")
			.filter(({ platform }) => cardTargetOf(platform) === target)
			.slice(0, target === "others" ? 24 : 5)
			.map(({ userAgent }) => ({ target, userAgent })),
	);

	test.each(agents)("$target: $userAgent", async ({ target, userAgent }) => {
		found = () => ({ ...LINK, cards });
		for (const path of ["/go/ada/launch", "/go/ada/launch?v=2", "/go/ada/launch"]) {
			const { body } = await ask({ path, userAgent });
			expect(body).toContain(`og:title" content="For ${target}"`);
			expect(body).toContain('og:description" content="Description"');
			expect(body.includes('name="theme-color" content="#cb3419"')).toBe(target === "discord");
		}
		const { others: _, ...named } = cards;
		found = () => ({ ...LINK, cards: named });
		const title = target === "others" ? "Title" : `For ${target}`;
		expect((await ask({ userAgent })).body).toContain(`og:title" content="${title}"`);
	});

	test("people and search engines are told nothing of them", async () => {
		found = () => ({ ...LINK, cards });
		expect((await ask()).status).toBe(302);
		expect((await ask({ userAgent: CURL })).body).toContain('og:title" content="Title"');
	});

	test("what stands for after the link's time is made anew", async () => {
		const link = { ...LINK, cards, endsAt: NOW + 1 };
		found = () => ({ ...link, after: { ...link, targetUrl: "https://example.org/next" } });
		expect((await ask({ userAgent: WHATSAPP })).body).toContain("https://example.com/page");
		const over = { ...link, endsAt: NOW };
		found = () => ({ ...over, after: { ...over, targetUrl: "https://example.org/next" } });
		expect((await ask({ userAgent: WHATSAPP })).body).toContain("https://example.org/next");
	});
});

test("a fetcher that was given the card is noted, with its time; nobody else is, and no HEAD", async () => {
	for (const userAgent of [WHATSAPP, CURL, CHROME]) await ask({ userAgent, path: "/go/ada/launch?v=9" });
	await ask({ userAgent: WHATSAPP, method: "HEAD" });
	record = () => Promise.reject(new Error("The database is away"));
	await ask({ userAgent: WHATSAPP });
	await ask({ userAgent: WHATSAPP, headers: { "x-own-test": "yes" } });
	expect(delivered).toEqual([[LINK.id, "whatsapp", NOW]]);
});

const AFTER: PublicLink = { ...LINK, targetUrl: "https://example.org/next?x=1" };
const EARLY = { startsAt: NOW + 1, title: "Not open yet", text: "opens on March 5, 2026 at 12:00:00 AM UTC" };
const LATE = { endsAt: NOW, title: "This link has ended", text: "open until March 5, 2026 at 12:00:00 AM UTC" };

test.each([
	["the first moment", { startsAt: NOW, endsAt: NOW + 1 }],
	["the last one", { startsAt: NOW - 1, endsAt: NOW + 1 }],
])("in %s of its time a link leads to its target (P187)", async (_, times) => {
	found = () => ({ ...LINK, ...times, after: AFTER });
	expect((await ask()).headers.Location).toBe(LINK.targetUrl);
	expect((await ask({ userAgent: WHATSAPP })).body).toContain("Continue to example.com");
});

test.each([EARLY, LATE])("out of its time, '$title' is said to people, and the card to crawlers", async (times) => {
	found = () => ({
		...LINK,
		startsAt: Number.NEGATIVE_INFINITY,
		endsAt: Number.POSITIVE_INFINITY,
		...times,
		title: "Card",
	});
	const counted: CountedView[] = [];
	record = async (view) => void counted.push(view);
	for (const userAgent of [CHROME, CURL, WHATSAPP]) {
		const { status, headers, body } = await ask({ userAgent, path: "/go/ada/launch?fbclid=1" });
		expect([status, headers["Cache-Control"]]).toEqual([200, "private, no-store"]);
		for (const part of [times.title, times.text, 'og:title" content="Card"']) expect(body).toContain(part);
		const isHidden = times === EARLY && userAgent !== WHATSAPP;
		expect(body).toContain(`og:site_name" content="${isHidden ? "v.example" : "example.com"}"`);
		for (const part of ["/page", "<script", "Continue"]) expect(body).not.toContain(part);
	}
	// Anyone who was turned away has seen nothing of the link.
	expect(counted.map(({ userAgent }) => userAgent)).toEqual([WHATSAPP]);
});

test("once its time is over, a link leads to its other address, with the same card", async () => {
	found = () => ({ ...LINK, startsAt: NOW - 2, endsAt: NOW - 1, after: AFTER });
	const counted: CountedView[] = [];
	record = async (view) => void counted.push(view);
	const { status, headers } = await ask({ path: "/go/ada/launch?utm_source=bio" });
	expect([status, headers.Location]).toEqual([302, "https://example.org/next?x=1&utm_source=bio"]);
	for (const userAgent of [CURL, WHATSAPP]) {
		const { body } = await ask({ userAgent });
		expect(body).toContain('href="https://example.org/next?x=1"');
		expect(body).toContain('og:site_name" content="example.com"');
		expect(body).not.toContain("example.com/page");
	}
	expect(counted.map(({ isBot }) => isBot)).toEqual([false, true, true]);
});

test("before its time, a link does not lead to its other address", async () => {
	found = () => ({ ...LINK, startsAt: NOW + 1, endsAt: NOW + 2, after: AFTER });
	expect((await ask()).body).toContain("Not open yet");
});

test("a disabled link is gone, and no view of it counted", async () => {
	found = () => "disabled";
	record = () => expect.unreachable("a view was counted");
	const { status, body } = await ask();
	expect(status).toBe(410);
	expect(body).toContain("Link disabled");
	expect(body).toMatch(/href="\/go\/ada\/launch\+"/i);
});

test("a path that can name no link is not looked up, and no miss", async () => {
	found = () => expect.unreachable("a link was looked up");
	expect((await ask({ path: "/go/ada" })).status).toBe(404);
	expect(misses).toEqual([]);
});

test("a miss is counted against whose it was, and refused after too many", async () => {
	const request = { path: "/go/ada/other", headers: { "x-forwarded-for": "203.0.113.7" } };
	expect((await ask(request)).status).toBe(404);
	retryAfter = 40;
	const { status, headers } = await ask(request);
	expect([status, headers["Retry-After"]]).toEqual([429, "40"]);
	await ask();
	expect(misses).toEqual(["203.0.113.7", "203.0.113.7"]);
});

test.each<[string, () => void]>([
	["the link cannot be looked up", () => (found = () => Promise.reject(new Error("away")))],
	["the view cannot be kept", () => (record = () => Promise.reject(new Error("away")))],
])("where %s, the visitor may try again, and the log says why", async (_, fail) => {
	fail();
	const { status, headers } = await ask();
	expect([status, headers["Retry-After"]]).toEqual([503, "5"]);
	expect(logged).toEqual([{ err: new Error("away"), message: "a public link could not be answered" }]);
});

test.each([{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])(
	"P36: the size of a window is not taken from a page of another site, %j",
	async (headers) => {
		report = () => Promise.reject(new Error("told"));
		const answer = await ask({ method: "POST", path: `/go/~size/${VIEW_ID}?w=1&h=1`, headers });
		expect([answer.status, logged]).toEqual([403, []]);
		expect(answer.body).toContain("Another website");
	},
);

test.each([
	["?w=390&h=844", { width: 390, height: 844 }],
	["?w=99999&h=x", { width: 0, height: 0 }],
	["", { width: 0, height: 0 }],
])("the size of a window, %j, is told to the views, whatever becomes of it", async (search, size) => {
	const told: unknown[] = [];
	report = async (...what) => {
		told.push(what);
		throw new Error("away");
	};
	const { status, headers } = await ask({ method: "POST", path: `/go/~size/${VIEW_ID}${search}` });
	expect([status, headers["Cache-Control"]]).toEqual([204, "private, no-store"]);
	expect(told).toEqual([[VIEW_ID, size]]);
	expect(logged).toEqual([{ err: new Error("away"), message: "a window's size was not kept" }]);
});

function sumOf(counts: Record<string, number>): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

describe("on an account's own domain (P623)", () => {
	const DOMAIN = { id: 4, host: "go.brand.example" };
	const onIt = { ...LINK, domain: DOMAIN };

	function askThere(userAgent = CHROME, { referer = "", userSlug = "ada", kind = "link" as "link" | "trust" } = {}) {
		const { res, answered } = recordedResponse();
		const headers = { "accept-language": "en", "user-agent": userAgent, ...(referer && { referer }) };
		const req = { method: "GET", headers, socket: { remoteAddress: "127.0.0.1" } } as unknown as IncomingMessage;
		const path = { kind, userSlug, linkSlug: "launch", search: "?a=2" };
		const asked = { id: DOMAIN.id, userId: LINK.userId, userSlug: "ada" };
		const domain = { ...asked, missing: () => void res.writeHead(404, []).end("nothing here") };
		void onDomain({ req, res, path, domain });
		return settled(answered);
	}

	test("people see what a flagged link leads to on our host, which counts the view", async () => {
		const views: CountedView[] = [];
		record = async (view) => void views.push(view);
		found = () => ({ ...onIt, warning: { reasons: [], isPlain: true } });
		expect((await askThere()).headers.Location).toBe(`${LINKS_ORIGIN}/go/ada/Launch?a=2`);
		expect(views).toEqual([]);
		expect((await askThere(WHATSAPP)).body).toContain('href="https://go.brand.example/Launch"');
	});

	test("a link of ours alone, and of another domain, is not there, nor is its trust page", async () => {
		for (const domain of [null, undefined, { id: 5, host: "go.other.example" }]) {
			found = () => ({ ...LINK, domain, formerDomainIds: [5] });
			for (const kind of ["link", "trust"] as const) {
				expect(await askThere(CHROME, { kind })).toMatchObject({ status: 404, body: "nothing here" });
			}
		}
		expect(misses).toHaveLength(6);
		found = () => ({ ...onIt, userId: "bob-id", formerDomainIds: [DOMAIN.id] });
		expect((await askThere()).status).toBe(404);
	});

	test("a link that was on it answers, and its card names where it is now (P636)", async () => {
		for (const domain of [null, { id: 5, host: "go.other.example" }]) {
			found = () => ({ ...LINK, domain, formerDomainIds: [3, DOMAIN.id] });
			expect((await askThere()).status).toBe(302);
			const address = domain ? "https://go.other.example/Launch" : `${LINKS_ORIGIN}/go/ada/Launch`;
			const { body } = await askThere(WHATSAPP);
			for (const tag of [`og:url" content="${address}"`, `rel="canonical" href="${address}"`])
				expect(body).toContain(tag);
		}
	});

	test.each([
		["no other page", "", ""],
		["the domain itself", "https://go.brand.example/", ""],
		["another domain of the owner's", "https://links.brand.example:8443/x", ""],
		["a trust page of ours", `${LINKS_ORIGIN}/go/ada/Launch+`, ""],
		["a domain of another account's", "https://go.bob.example/", "go.bob.example"],
		["another website", "https://news.example/", "news.example"],
	])("a view from %s has the source %j, on the domain and on our host (P638)", async (_, referer, source) => {
		const sources: unknown[] = [];
		record = async ({ attribution }) => void sources.push(attribution);
		found = () => onIt;
		await askThere(CHROME, { referer });
		await ask({ headers: { referer } });
		expect(sources).toEqual([source, source]);
	});

	test("a closed link says so, and leads to its trust page on our host", async () => {
		found = () => "disabled";
		const { status, body } = await askThere();
		expect([status, body.includes(`href="${LINKS_ORIGIN}/go/ada/launch+"`)]).toEqual([410, true]);
		const { headers } = await askThere(CHROME, { kind: "trust" });
		expect(headers.Location).toBe(`${LINKS_ORIGIN}/go/ada/launch+`);
		expect((await askThere(CHROME, { userSlug: "bob" })).status).toBe(404);
	});

	test("too many unknown names are refused as everywhere", async () => {
		found = () => null;
		retryAfter = 9;
		expect((await askThere()).status).toBe(429);
	});
});
