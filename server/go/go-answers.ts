import type { ServerResponse } from "node:http";
import { CARD_CSP, messagePage, reportLine, UNIVERSAL_CSP } from "./card-page.ts";

/** On every answer: what was answered holds for this visitor and this moment alone, and is not for search engines. */
const COMMON = ["Cache-Control", "private, no-store", "Vary", "User-Agent", "X-Robots-Tag", "noindex"];
/** Browsers that hear this tell the size of their window from then on (decision 12). */
const ACCEPT_CH = ["Accept-CH", "Sec-CH-Viewport-Width, Sec-CH-Viewport-Height"];
const REDIRECT = [...COMMON, ...ACCEPT_CH, "Content-Length", "0", "Location"];
const HTML = [...COMMON, "Content-Type", "text/html; charset=utf-8", "X-Content-Type-Options", "nosniff"];
const CARD = [...HTML, ...ACCEPT_CH, "Content-Security-Policy", CARD_CSP];
const UNIVERSAL = [...HTML, ...ACCEPT_CH, "Content-Security-Policy", UNIVERSAL_CSP];
const MESSAGE = [...HTML, "Content-Security-Policy", CARD_CSP];
const RETRY_AFTER_SECONDS = "5";

const malformed = message("Bad address", "This address is not written the way a link is.");
const notAllowed = message("Method not allowed", "A link can only be read.", { headers: ["Allow", "GET, HEAD"] });
const tooMany = message("Too many tries", "Too many of your links did not exist. Please try again in a minute.");
const unavailable = message(
	"Please try again",
	"This link cannot be looked up right now. It will be back in a moment.",
	{ headers: ["Retry-After", RETRY_AFTER_SECONDS] },
);

/**
 * Every answer under `/go`. Bodies are left out by Node where the request was a HEAD.
 * @param reportEmail where visitors can report a link
 */
export function createGoAnswers({ reportEmail }: { reportEmail: string }) {
	const report = reportLine({ email: reportEmail, subject: "Report of a link" });
	const missing = message("Link not found", "This link does not exist, or its owner has removed it.", { report });
	const disabled = message("Link disabled", "This link was reported or breaks our terms, and is closed.", { report });

	return {
		redirect(res: ServerResponse, location: string): void {
			res.writeHead(302, [...REDIRECT, location]).end();
		},
		card(res: ServerResponse, body: Buffer): void {
			sendHtml(res, CARD, body);
		},
		universal(res: ServerResponse, body: Buffer): void {
			sendHtml(res, UNIVERSAL, body);
		},
		noContent(res: ServerResponse): void {
			res.writeHead(204, COMMON).end();
		},
		missing(res: ServerResponse): void {
			res.writeHead(404, missing.headers).end(missing.body);
		},
		disabled(res: ServerResponse): void {
			res.writeHead(410, disabled.headers).end(disabled.body);
		},
		tooMany(res: ServerResponse, retryAfterSeconds: number): void {
			res.writeHead(429, [...tooMany.headers, "Retry-After", String(retryAfterSeconds)]).end(tooMany.body);
		},
		malformed(res: ServerResponse): void {
			res.writeHead(400, malformed.headers).end(malformed.body);
		},
		methodNotAllowed(res: ServerResponse): void {
			res.writeHead(405, notAllowed.headers).end(notAllowed.body);
		},
		unavailable(res: ServerResponse): void {
			res.writeHead(503, unavailable.headers).end(unavailable.body);
		},
	};
}

function sendHtml(res: ServerResponse, headers: string[], body: Buffer): void {
	res.writeHead(200, [...headers, "Content-Length", String(body.length)]).end(body);
}

function message(
	title: string,
	text: string,
	{ headers = [], report = "" }: { headers?: string[]; report?: string } = {},
) {
	const body = Buffer.from(messagePage(title, text, report));
	return { body, headers: [...MESSAGE, ...headers, "Content-Length", String(body.length)] };
}
