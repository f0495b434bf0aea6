import type { IncomingMessage, ServerResponse } from "node:http";

/** Days since the web began, the hour of the day, and at which of a host's addresses it was asked. */
export type Moment = { day: number; hourUtc: number };
type Answer = (req: IncomingMessage, res: ServerResponse, moment: Moment & { isOther: boolean }) => void;

export type Behaviour = {
	/** `back`: gone for some days, and fine again after day 6. */
	expected: "gone" | "fine" | "back";
	isHttps?: true;
	/** From which day it is gone. */
	goneFrom?: number;
	answer?: Answer;
	/** The code of the name server's error. */
	dns?: (moment: Moment) => string | null | undefined;
	addresses?: readonly string[];
	connects?: (address: "first" | "other") => "refused" | "garbage" | "web";
};

const TWO = ["93.184.215.14", "93.184.215.15"];

const status =
	(code: number): Answer =>
	(_req, res) =>
		void res.writeHead(code).end("x");
const byMethod =
	(head: number | "reset", get: number): Answer =>
	(req, res) => {
		if (req.method === "GET") res.writeHead(get).end("x");
		else if (head === "reset") res.socket?.destroy();
		else res.writeHead(head).end();
	};
const redirect =
	(to: string, code = 302): Answer =>
	(_req, res) =>
		void res.writeHead(code, { Location: to }).end();
/** Ends at `last` after some redirects within the host. */
const chain =
	(last: number): Answer =>
	(req, res) => {
		const step = Number(/step=(\d)/.exec(req.url ?? "")?.[1] ?? 0);
		if (step < 3) res.writeHead(301, { Location: `/?step=${step + 1}` }).end();
		else res.writeHead(last).end("x");
	};
const from =
	(day: number, then: Answer): Answer =>
	(req, res, moment) =>
		moment.day < day ? void res.end("x") : then(req, res, moment);

/** How hosts answer, by the first part of their names, and what is to become of their links. */
export const BEHAVIOURS: Record<string, Behaviour> = {
	"gone-404": { expected: "gone", answer: status(404) },
	"gone-410": { expected: "gone", answer: status(410) },
	"gone-head-405": { expected: "gone", answer: byMethod(405, 404) },
	"gone-head-reset": { expected: "gone", answer: byMethod("reset", 404) },
	"gone-name": { expected: "gone", dns: () => "ENOTFOUND" },
	"gone-refused": { expected: "gone", connects: () => "refused" },
	"gone-refused-twice": { expected: "gone", connects: () => "refused", addresses: TWO },
	"gone-tls": { expected: "gone", isHttps: true },
	"gone-after-chain": { expected: "gone", answer: chain(410) },
	"gone-elsewhere": { expected: "gone", answer: redirect("http://sink.example/missing") },
	"gone-name-elsewhere": { expected: "gone", answer: redirect("http://gone-name.elsewhere.example/") },
	"gone-from-3": { expected: "gone", goneFrom: 3, answer: from(3, status(404)) },
	"gone-name-from-5": { expected: "gone", goneFrom: 5, dns: ({ day }) => (day < 5 ? null : "ENOTFOUND") },
	"gone-until-6": {
		expected: "back",
		answer: (_req, res, { day }) => void res.writeHead(day < 6 ? 404 : 200).end("x"),
	},
	"gone-between": {
		expected: "gone",
		answer: (req, res) => void res.writeHead(req.method === "HEAD" ? 500 : 404).end("x"),
	},
	sink: { expected: "gone", answer: status(404) },

	fine: { expected: "fine", answer: status(200) },
	"fine-empty": { expected: "fine", answer: status(204) },
	"fine-soft-404": { expected: "fine", answer: (_req, res) => void res.end("<h1>404 Page not found</h1>") },
	"fine-head-404": { expected: "fine", answer: byMethod(404, 200) },
	"fine-head-405": { expected: "fine", answer: byMethod(405, 200) },
	"fine-head-501": { expected: "fine", answer: byMethod(501, 200) },
	"fine-head-reset": { expected: "fine", answer: byMethod("reset", 200) },
	"fine-get-404": { expected: "fine", answer: byMethod(200, 404) },
	"fine-401": { expected: "fine", answer: status(401) },
	"fine-403": { expected: "fine", answer: status(403) },
	"fine-429": { expected: "fine", answer: status(429) },
	"fine-451": { expected: "fine", answer: status(451) },
	"fine-500": { expected: "fine", answer: status(500) },
	"fine-503": { expected: "fine", answer: status(503) },
	"fine-522": { expected: "fine", answer: status(522) },
	"fine-999": { expected: "fine", answer: status(999) },
	"fine-300": { expected: "fine", answer: status(300) },
	"fine-chain": { expected: "fine", answer: chain(200) },
	"fine-loop": { expected: "fine", answer: redirect("/?cookie=missing") },
	"fine-to-app": { expected: "fine", answer: redirect("intent://open#Intent;scheme=shop;end") },
	"fine-to-private": { expected: "fine", answer: redirect("http://10.0.0.1/") },
	"fine-by-accept": {
		expected: "fine",
		answer: (req, res) => void res.writeHead(/text\/html/.test(req.headers.accept ?? "") ? 200 : 404).end("x"),
	},
	"fine-range-416": { expected: "fine", answer: (req, res) => void res.writeHead(byRange(req, 416)).end() },
	"fine-range-404": { expected: "fine", answer: (req, res) => void res.writeHead(byRange(req, 404)).end() },
	"fine-utf8": {
		expected: "fine",
		answer: (req, res) => {
			if (req.url === "/za%C5%BC%C3%B3%C5%82%C4%87") res.end("x");
			else if (!/^\/\d*$/.test(req.url ?? "")) res.writeHead(404).end();
			else res.writeHead(302, { Location: Buffer.from("/zażółć").toString("latin1") }).end();
		},
	},
	// Each night for two hours, as a backup or a deployment does.
	"fine-nightly-404": {
		expected: "fine",
		answer: (_req, res, { hourUtc }) => void res.writeHead(hourUtc < 2 ? 404 : 200).end("x"),
	},
	"fine-nightly-name": { expected: "fine", dns: ({ hourUtc }) => (hourUtc < 2 ? "ENOTFOUND" : null) },
	"fine-hangs-up": { expected: "fine", answer: (_req, res) => void res.socket?.destroy() },
	"fine-silent": { expected: "fine", answer: () => {} },
	"fine-garbage": { expected: "fine", connects: () => "garbage" },
	"fine-half-refused": {
		expected: "fine",
		addresses: TWO,
		connects: (address) => (address === "first" ? "refused" : "web"),
		answer: status(200),
	},
	"fine-half-404": {
		expected: "fine",
		addresses: TWO,
		answer: (_req, res, { isOther }) => void res.writeHead(isOther ? 200 : 404).end("x"),
	},
	"fine-tls": { expected: "fine", isHttps: true },
	"fine-self-signed": { expected: "fine", isHttps: true },
	"fine-no-address": { expected: "fine", dns: () => "ENODATA" },
	"fine-resolver": { expected: "fine", dns: () => "ESERVFAIL" },
	"fine-slow-resolver": { expected: "fine", dns: () => "ETIMEOUT" },
	"fine-no-resolver": { expected: "fine", dns: () => "ECONNREFUSED" },
};

/** A range, or the first byte of it, is refused by servers that have the page. */
function byRange(req: IncomingMessage, refused: number): number {
	if (req.method === "HEAD") return 403;
	return req.headers.range === undefined ? 200 : refused;
}
