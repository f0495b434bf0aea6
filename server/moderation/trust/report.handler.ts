import type { IncomingMessage, ServerResponse } from "node:http";
import { ipKeyGenerator } from "express-rate-limit";
import type { Logger } from "pino";
import { OWN_FORM_CSP } from "#server/platform/http/own-page.ts";
import { clientIp, truncateIp } from "#server/platform/http/proxy-headers.ts";
import { isFromAnotherSite } from "#server/platform/http/request-guard.ts";
import type { FairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { QueueFullError } from "#server/platform/work/queue-full-error.ts";
import type { RateLimiter } from "#server/platform/work/rate-limiter.ts";
import { readGoPath } from "#server/public/go/go-path.ts";
import type { LinkCache } from "#server/public/go/link-cache.ts";
import type { MissLimit } from "#server/public/go/miss-limit.ts";
import type { KnownLink, PublicLink } from "#server/public/go/public-link.ts";
import { reportForm } from "#shared/moderation/trust/report.ts";
import { REPORT_PATH, reportStatePath } from "#shared/moderation/trust/trust-paths.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { FORM_BYTES, readForm } from "./read-form.ts";
import type { createReportPages } from "./report-pages.ts";
import type { Reports } from "./reports.service.ts";

const HEADERS = {
	"Cache-Control": "private, no-store",
	"X-Robots-Tag": "noindex",
	"Content-Type": "text/html; charset=utf-8",
	"X-Content-Type-Options": "nosniff",
	// The form must send its origin, which `no-referrer` would hide (P36).
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": OWN_FORM_CSP,
};
/** Pause between reports while others wait: visitors don't notice ten per second. */
const PAUSE_MS = 100;
const REFUSED: Record<400 | 413 | 415, string> = {
	400: "A field was sent twice. Please fill in the form again.",
	413: "The report is too long. Please shorten it.",
	415: "A report is sent by the form on this page.",
};

export const REPORT_OUTCOMES = ["stored", "repeated", "invalid", "limited", "busy"] as const;
type Outcome = (typeof REPORT_OUTCOMES)[number];

type Options = {
	reports: Pick<Reports, "file" | "find">;
	pages: ReturnType<typeof createReportPages>;
	linkCache: Pick<LinkCache<KnownLink>, "get">;
	limits: Record<"sent" | "stored" | "looked", MissLimit>;
	total: Pick<RateLimiter, "readyAt"> & { take: (key: string, amount: number, network: string) => unknown };
	/** Permits for the database, by network: bounds what a flood of reports takes. */
	permits: FairSemaphore;
	trustProxy: number;
	ownOrigins: readonly string[];
	count: (outcome: Outcome) => void;
	stored: () => void;
	/** Strict-Transport-Security for every answer; null: none (P365). */
	hsts: string | null;
	log: Pick<Logger, "warn">;
};

/** An address (IPv6: its /56), and its network as stored with views (P23). */
type Sender = { address: string; network: string };

/** Whether a request is about reports rather than a link. */
export function isReportRequest(url: string): boolean {
	return url.startsWith(REPORT_PATH) && /^(?:[/?#]|$)/.test(url.slice(REPORT_PATH.length));
}

/** Serves the report form and the page with a report's state (P360), without sessions or cookies. */
export function createReportHandler(options: Options): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
	const { reports, pages, linkCache, limits, total, permits, trustProxy, ownOrigins, count, stored, hsts, log } =
		options;
	const always = hsts === null ? HEADERS : { ...HEADERS, "Strict-Transport-Security": hsts };
	const tooManyPage = pages.message("Too many reports", "Too many reports at once. Please try again later.");
	let waiting = 0;

	return async (req, res) => {
		try {
			await answer(req, res);
		} catch (error) {
			if (!(error instanceof QueueFullError)) log.warn({ err: error }, "a report could not be answered");
			count("busy");
			const text = "Reports can't be stored right now. Please try again in a minute.";
			send(res, 503, pages.message("Please try again", text), { "Retry-After": "60" });
		}
	};

	async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const url = new URL(req.url ?? "/", "http://localhost");
		const inPath = url.pathname.slice(REPORT_PATH.length + 1);
		const isForm = inPath === "";
		if (req.method === "POST" && isForm) return receive(req, res);
		if (req.method !== "GET" && req.method !== "HEAD") {
			const allow = isForm ? "GET, HEAD, POST" : "GET, HEAD";
			return send(res, 405, pages.message("Method not allowed", "This page can only be read."), { Allow: allow });
		}
		const number = isForm ? url.searchParams.get("number") : inPath;
		if (number !== null) return state(req, res, { number, isRepeat: url.searchParams.has("again") });
		const link = (url.searchParams.get("link") ?? "").slice(0, 2_100);
		send(res, 200, pages.form({ values: { link }, wrong: {} }));
	}

	async function state(req: IncomingMessage, res: ServerResponse, asked: { number: string; isRepeat: boolean }) {
		const { address, network } = senderOf(req);
		const wait = limits.looked.count(address);
		if (wait !== null) return tooMany(res, wait);
		const report = await withPermit(network, () => reports.find(asked.number));
		if (report) return send(res, 200, pages.state(report, asked));
		const text = "No report has this number. Reports are deleted a year after they were decided.";
		send(res, 404, pages.message("Report not found", text));
	}

	async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
		// Before counting: another site could make its visitors report links, or use up their limit.
		if (isFromAnotherSite(req, ownOrigins)) {
			const text = "Another website sent this report. Please use the form on this page.";
			return refuse(res, 403, text);
		}
		const sender = senderOf(req);
		const wait = limits.sent.count(sender.address);
		if (wait !== null) return tooMany(res, wait);
		const fields = await readForm(req);
		if (typeof fields === "number") return refuse(res, fields, REFUSED[fields]);
		const { reason, text = "", email = "", website = "" } = fields;
		const parsed = reportForm.safeParse({ reason, text, email, website });
		const wrong: Record<string, string> = {};
		for (const { path, message } of parsed.error?.issues ?? []) wrong[String(path[0])] ??= message;
		const link = await findLink(fields.link ?? "");
		if (link === "disabled") {
			const closed = "This link is closed already and leads nowhere. There is nothing left to report.";
			return send(res, 410, pages.message("Link disabled", closed));
		}
		if (link === null) wrong.link = "This short link does not exist. Copy it again, as in name/link";
		if (!parsed.success || link === null) {
			count("invalid");
			return send(res, 400, pages.form({ values: fields, wrong }));
		}
		await store(res, { ...sender, link, ...parsed.data });
	}

	async function store(res: ServerResponse, report: Parameters<Reports["file"]>[0]): Promise<void> {
		const { address, network } = report;
		const wait = limits.stored.count(address) ?? (total.readyAt("", network) > 0 ? 60 : null);
		if (wait !== null) return tooMany(res, wait);
		// A report refused by the queue isn't counted.
		const filed = await withPermit(network, async () =>
			total.take("", 1, network) ? reports.file(report) : "too many",
		);
		if (filed === null || filed === "too many") return tooMany(res, filed === null ? 3_600 : 60);
		count(filed.isNew ? "stored" : "repeated");
		if (filed.isNew) stored();
		const location = reportStatePath(filed.number) + (filed.isNew ? "" : "?again");
		send(res, 303, "", { Location: location });
	}

	async function findLink(text: string): Promise<KnownLink | PublicLink | null> {
		const [, behind = text] = /(?:^|\/)go\/(.*)$/is.exec(trimBlank(text)) ?? [];
		const path = readGoPath(`/go/${behind.trim()}`);
		return path.kind === "link" || path.kind === "trust" ? linkCache.get(path.userSlug, path.linkSlug) : null;
	}

	/** Serializes work on the database, pausing while others wait: visitors need the same CPU. */
	async function withPermit<T>(network: string, work: () => Promise<T>): Promise<T> {
		waiting += 1;
		const release = await permits.acquire(network).finally(() => {
			waiting -= 1;
		});
		try {
			return await work();
		} finally {
			if (waiting > 0) setTimeout(release, PAUSE_MS).unref();
			else release();
		}
	}

	function senderOf(req: IncomingMessage): Sender {
		const address = (clientIp(req, trustProxy) ?? "").slice(0, 45);
		return { address: ipKeyGenerator(address), network: truncateIp(address) ?? "" };
	}

	function refuse(res: ServerResponse, status: number, text: string): void {
		count("invalid");
		send(res, status, pages.message("Report not sent", text));
	}

	function tooMany(res: ServerResponse, seconds: number): void {
		count("limited");
		send(res, 429, tooManyPage, { "Retry-After": String(seconds) });
	}

	function send(res: ServerResponse, status: number, page: string, more: Record<string, string> = {}): void {
		const body = Buffer.from(page);
		const close = res.req.complete || isSmall(res.req) ? {} : { Connection: "close" };
		res.writeHead(status, { ...always, ...more, ...close, "Content-Length": body.length }).end(body);
	}
}

/** Whether Node can discard the unread body: a new connection would cost both sides more. */
function isSmall({ headers }: IncomingMessage): boolean {
	return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= FORM_BYTES;
}
