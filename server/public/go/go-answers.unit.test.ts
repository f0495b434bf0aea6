import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { recordedResponse } from "#server/testing/app/recorded-response.ts";
import { CARD_CSP, UNIVERSAL_CSP } from "./card-page.ts";
import { createGoAnswers, toSend } from "./go-answers.ts";

type Answers = ReturnType<typeof createGoAnswers>;

const answers = createGoAnswers({ homeUrl: "https://visualink.example/", hsts: null });
type Answer = (res: ServerResponse, shown: unknown, words?: object) => void;
const PAGE = toSend("<p>日 é</p>");

const WORDS = { title: "Ended", text: "Until today." };
const CARD = {
	...{ title: "Title", description: "Text", imageUrl: null, color: null, imageTag: null, isOnDomain: true },
	...{ destination: "https://example.com/", canonicalUrl: "https://go.brand.example/x" },
	...{
		publicOrigin: "https://visualink.example",
		linksOrigin: "https://visualink.example",
		imagesOrigin: "https://visualink.example",
	},
};

const COMMON = { "Cache-Control": "private, no-store", Vary: "User-Agent", "X-Robots-Tag": "noindex" };
const TEXT = { ...COMMON, "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" };
const HTML = { ...COMMON, "Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff" };
const HINTS = { "Accept-CH": "Sec-CH-Viewport-Width, Sec-CH-Viewport-Height" };
const MESSAGE = { ...HTML, "Content-Security-Policy": CARD_CSP };

function sent(answer: (res: ServerResponse) => void) {
	const { res, answered } = recordedResponse();
	answer(res);
	return answered();
}

test.each<[string, (res: ServerResponse) => void, number, Record<string, string>, string]>([
	[
		"a redirect",
		(res) => answers.redirect(res, "https://example.com/"),
		302,
		{ ...COMMON, ...HINTS, "Content-Length": "0", Location: "https://example.com/" },
		"",
	],
	[
		"a card",
		(res) => answers.card(res, PAGE),
		200,
		{ ...HTML, ...HINTS, "Content-Security-Policy": CARD_CSP, "Content-Length": "13" },
		"<p>日 é</p>",
	],
	[
		"the universal page",
		(res) => answers.universal(res, PAGE),
		200,
		{ ...HTML, ...HINTS, "Content-Security-Policy": UNIVERSAL_CSP, "Content-Length": "13" },
		"<p>日 é</p>",
	],
	["nothing", (res) => answers.noContent(res), 204, COMMON, ""],
	[
		"a domain's unknown address",
		(res) => answers.plainMissing(res),
		404,
		{ ...TEXT, "Content-Length": "9" },
		"Not found",
	],
	[
		"a domain's robots.txt",
		(res) => answers.robots(res),
		200,
		{ ...TEXT, "Content-Length": "23" },
		"User-agent: *\nAllow: /\n",
	],
])("%s is answered as it should be", (_, answer, status, headers, body) => {
	expect(sent(answer)).toEqual({ status, headers, body });
});

test.each<[keyof Answers, number, string, string, Record<string, string>, string | null]>([
	["missing", 404, "Link not found", "This link does not exist, or its owner has removed it.", {}, null],
	[
		"disabled",
		410,
		"Link disabled",
		"This link was reported or breaks our terms, and is closed.",
		{},
		"/go/ada/launch+",
	],
	["malformed", 400, "Bad address", "This address is not written the way a link is.", {}, null],
	["methodNotAllowed", 405, "Method not allowed", "A link can only be read.", { Allow: "GET, HEAD" }, null],
	[
		"tooMany",
		429,
		"Too many tries",
		"Too many of your links did not exist. Please try again in a minute.",
		{ "Retry-After": "7" },
		null,
	],
	[
		"unavailable",
		503,
		"Please try again",
		"This link cannot be looked up right now. It will be back in a moment.",
		{ "Retry-After": "5", "X-Request-Id": "r-1" },
		null,
	],
])("%s is answered with %i: %s", (name, status, title, text, more, trustPath) => {
	const answer = sent((res) => {
		if (name === "unavailable") answers.unavailable(res, "r-1");
		else if (name === "disabled") answers.disabled(res, "/go/ada/launch+");
		else (answers[name] as Answers["tooMany"])(res, 7);
	});
	const body = answer?.body ?? "";
	expect(answer?.status).toBe(status);
	expect(answer?.headers).toEqual({ ...MESSAGE, ...more, "Content-Length": String(Buffer.byteLength(body)) });
	expect(body).toContain(`<title>${title}</title>`);
	const below = trustPath ? `<p><small><a rel="nofollow" href="${trustPath}">About this link</a></small></p>` : "";
	expect(body).toContain(
		`<main><h1>${title}</h1><p>${text}</p><p><a href="https://visualink.example/">Go to the home page</a></p>${below}</main></body>`,
	);
	expect(Buffer.byteLength(body)).toBeLessThan(4_096);
	expect(body).not.toContain("<script");
});

test("P365: with https, every answer says that it stays https", () => {
	const hsts = "max-age=1";
	const secure = createGoAnswers({ homeUrl: "https://visualink.example/", hsts });
	const { counts: _, ...all } = secure;
	for (const [name, answer] of Object.entries(all)) {
		const { headers } = sent((res) => (answer as Answer)(res, name === "closed" ? CARD : "x", WORDS)) ?? {};
		expect(headers, name).toMatchObject({ "Strict-Transport-Security": hsts });
	}
});

test("on accounts' own domains no message names us or leads to us (P637)", () => {
	const { counts: _, ...all } = createGoAnswers({ homeUrl: null, hsts: null });
	for (const [name, answer] of Object.entries(all)) {
		const { body } = sent((res) => (answer as Answer)(res, name === "closed" ? CARD : "x", WORDS)) ?? {};
		expect(body, name).not.toMatch(/visualink|home page|icon/i);
	}
});
