import { STATUS_CODES } from "node:http";
import type { ErrorRequestHandler, Response } from "express";
import { html, page } from "./page.ts";

type Log = { error: (details: object, message: string) => void };

/**
 * The last of the sandbox's middleware: whatever its routes throw is answered in the shape that the caller reads (Stripe's
 * JSON, Google's JSON, a page) and, where it is our fault, logged.
 */
export function errorAnswers(log: Log): ErrorRequestHandler {
	return (error: unknown, req, res, _next) => {
		const status = clientErrorStatus(error) ?? 500;
		if (status === 500) log.error({ err: error, method: req.method, path: req.path }, "sandbox: request failed");
		// Half of an answer can't be taken back.
		if (res.headersSent) return void res.destroy();
		answer(res.status(status), { path: req.path, words: wordsFor(status) });
	};
}

function answer(res: Response, { path, words }: { path: string; words: string }): void {
	const isOurs = res.statusCode === 500;
	if (path.startsWith("/v1")) {
		res.json({ error: { message: words, type: isOurs ? "api_error" : "invalid_request_error" } });
	} else if (path.startsWith("/sandbox/control")) {
		res.json({ message: words });
	} else if (/^\/sandbox\/google\/(token|userinfo)/.test(path)) {
		res.json({ error: isOurs ? "backend_error" : "invalid_request", error_description: words });
	} else {
		res.send(
			page("Error", html`<h1>Something went wrong</h1><p class="error" role="alert">${words}</p>`, standsInFor(path)),
		);
	}
}

function standsInFor(path: string): "Google" | "Stripe" | "your DNS provider" {
	if (path.startsWith("/sandbox/google")) return "Google";
	return path.startsWith("/sandbox/dns") ? "your DNS provider" : "Stripe";
}

function wordsFor(status: number): string {
	if (status === 500) return "An unknown error occurred";
	return `The request could not be read: ${STATUS_CODES[status] ?? "Bad Request"}`;
}

/** Express and its body parsers mark client errors with a 4xx `status`. */
function clientErrorStatus(error: unknown): number | undefined {
	if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
	const { status } = error;
	return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}
