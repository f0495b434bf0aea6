import type { ServerResponse } from "node:http";
import { OWN_PAGE_CSP } from "#server/platform/http/own-page.ts";
import { CARD_CSP, type Card, closedPage, messagePage, trustLine, UNIVERSAL_CSP } from "./card-page.ts";

const RETRY_AFTER_SECONDS = "5";
/** Without our sitemap, which isn't the account's. */
const ROBOTS = "User-agent: *\nAllow: /\n";

/** A page in UTF-8, one character per byte: Node sends such a string in one write with the head, a Buffer in two. */
export type SentPage = string;
const ENCODING = "latin1";

export function toSend(page: string): SentPage {
	return Buffer.from(page).toString(ENCODING);
}

export type GoAnswers = ReturnType<typeof createGoAnswers>;

type Options = {
	/** Null on accounts' own domains, whose pages don't name us. */
	homeUrl: string | null;
	/** Strict-Transport-Security for every answer; null: none (P365). */
	hsts: string | null;
	/** Counts of answers that these are added to. */
	counts?: GoCounts;
};

type GoCounts = ReturnType<typeof noCounts>;

/** By answer, since the start; plain integers on the hottest path. */
function noCounts() {
	return {
		redirect: 0,
		card: 0,
		universal: 0,
		size_report: 0,
		not_found: 0,
		disabled: 0,
		trust: 0,
		closed: 0,
		too_many: 0,
		malformed: 0,
		cross_site: 0,
		method_not_allowed: 0,
		unavailable: 0,
	};
}

/** Every answer under `/go`. Node omits the body for HEAD. */
export function createGoAnswers({ homeUrl, hsts, counts = noCounts() }: Options) {
	const { COMMON, REDIRECT, CARD, UNIVERSAL, MESSAGE, TRUST, PLAIN } = headersWith(hsts);
	const missing = message("Link not found", "This link does not exist, or its owner has removed it.");
	const malformed = message("Bad address", "This address is not written the way a link is.");
	const notAllowed = message("Method not allowed", "A link can only be read.", { headers: ["Allow", "GET, HEAD"] });
	const fromElsewhere = message("Not from here", "Another website sent this request.");
	const tooMany = message("Too many tries", "Too many of your links did not exist. Please try again in a minute.");
	const unavailable = message(
		"Please try again",
		"This link cannot be looked up right now. It will be back in a moment.",
		{ headers: ["Retry-After", RETRY_AFTER_SECONDS] },
	);

	function message(
		title: string,
		text: string,
		{ headers = [], more = "" }: { headers?: string[]; more?: string } = {},
	) {
		const page = toSend(messagePage({ title, text, homeUrl, more }));
		return { page, headers: [...MESSAGE, ...headers, "Content-Length", String(page.length)] };
	}

	/** @param text in ASCII */
	function sendText(res: ServerResponse, status: number, text: string): void {
		res.writeHead(status, [...PLAIN, "Content-Length", String(text.length)]).end(text);
	}

	function disabledPage(trustPath: string) {
		const text = "This link was reported or breaks our terms, and is closed.";
		return message("Link disabled", text, { more: trustLine(trustPath, "About this link") });
	}

	return {
		counts,
		redirect(res: ServerResponse, location: string): void {
			counts.redirect += 1;
			res.writeHead(302, [...REDIRECT, location]).end();
		},
		card(res: ServerResponse, page: SentPage): void {
			counts.card += 1;
			sendHtml(res, CARD, page);
		},
		universal(res: ServerResponse, page: SentPage): void {
			counts.universal += 1;
			sendHtml(res, UNIVERSAL, page);
		},
		noContent(res: ServerResponse): void {
			counts.size_report += 1;
			res.writeHead(204, COMMON).end();
		},
		/** On an account's own domain, where nothing names us. */
		plainMissing(res: ServerResponse): void {
			counts.not_found += 1;
			sendText(res, 404, "Not found");
		},
		/** On an account's own domain: crawlers may read all. */
		robots(res: ServerResponse): void {
			sendText(res, 200, ROBOTS);
		},
		missing(res: ServerResponse): void {
			counts.not_found += 1;
			res.writeHead(404, missing.headers).end(missing.page, ENCODING);
		},
		/** @param trustPath the link's trust page */
		disabled(res: ServerResponse, trustPath: string): void {
			counts.disabled += 1;
			const { headers, page } = disabledPage(trustPath);
			res.writeHead(410, headers).end(page, ENCODING);
		},
		trust(res: ServerResponse, page: SentPage, status: 200 | 404 | 410 = 200): void {
			counts.trust += 1;
			sendHtml(res, TRUST, page, status);
		},
		closed(res: ServerResponse, card: Card, words: { title: string; text: string }): void {
			counts.closed += 1;
			sendHtml(res, MESSAGE, toSend(closedPage(card, { ...words, homeUrl })));
		},
		tooMany(res: ServerResponse, retryAfterSeconds: number): void {
			counts.too_many += 1;
			res.writeHead(429, [...tooMany.headers, "Retry-After", String(retryAfterSeconds)]).end(tooMany.page, ENCODING);
		},
		malformed(res: ServerResponse): void {
			counts.malformed += 1;
			res.writeHead(400, malformed.headers).end(malformed.page, ENCODING);
		},
		/** Another site's page sent a state-changing request (P36). */
		crossSite(res: ServerResponse): void {
			counts.cross_site += 1;
			res.writeHead(403, fromElsewhere.headers).end(fromElsewhere.page, ENCODING);
		},
		methodNotAllowed(res: ServerResponse): void {
			counts.method_not_allowed += 1;
			res.writeHead(405, notAllowed.headers).end(notAllowed.page, ENCODING);
		},
		/** @param requestId for the log, in which only this answer has a line */
		unavailable(res: ServerResponse, requestId: string): void {
			counts.unavailable += 1;
			res.writeHead(503, [...unavailable.headers, "X-Request-Id", requestId]).end(unavailable.page, ENCODING);
		},
	};
}

function sendHtml(res: ServerResponse, headers: string[], page: SentPage, status = 200): void {
	res.writeHead(status, [...headers, "Content-Length", String(page.length)]).end(page, ENCODING);
}

function headersWith(hsts: string | null) {
	/** On every answer: valid only for this visitor and moment, and not for search engines. */
	const COMMON = ["Cache-Control", "private, no-store", "Vary", "User-Agent", "X-Robots-Tag", "noindex"];
	if (hsts !== null) COMMON.push("Strict-Transport-Security", hsts);
	/** Makes browsers send their window's size from then on (P24). */
	const ACCEPT_CH = ["Accept-CH", "Sec-CH-Viewport-Width, Sec-CH-Viewport-Height"];
	const HTML = [...COMMON, "Content-Type", "text/html; charset=utf-8", "X-Content-Type-Options", "nosniff"];
	return {
		COMMON,
		REDIRECT: [...COMMON, ...ACCEPT_CH, "Content-Length", "0", "Location"],
		CARD: [...HTML, ...ACCEPT_CH, "Content-Security-Policy", CARD_CSP],
		UNIVERSAL: [...HTML, ...ACCEPT_CH, "Content-Security-Policy", UNIVERSAL_CSP],
		MESSAGE: [...HTML, "Content-Security-Policy", CARD_CSP],
		PLAIN: [...COMMON, "Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"],
		TRUST: [...HTML, "Content-Security-Policy", OWN_PAGE_CSP],
	};
}
