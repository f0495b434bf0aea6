import { createServer } from "node:http";
import type { Logger } from "pino";
import { createDrain } from "#server/platform/http/drain.ts";
import { closeIdleConnectionsLate } from "#server/platform/http/idle-connections.ts";
import { createListeners, type Listeners } from "#server/platform/http/listeners.ts";

/** A name of DNS has 253 characters; the longest that is escaped throughout, three times as many. */
const TARGET_MAX = 1_000;
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 };

type Options = { mayHave: (host: string) => boolean; log: Pick<Logger, "warn"> };

export type AskListener = { open: Listeners["open"]; drain: () => Promise<void> };

/**
 * Answers Caddy's `ask` (P627), `GET /?domain=go.brand.com`: 200 where the host may have a certificate, else 404. Each answer
 * is one look-up in memory, so an unknown name costs no more than a known one.
 */
export function createAskListener({ mayHave, log }: Options): AskListener {
	const drain = createDrain();
	const server = createServer(
		LIMITS,
		drain.watch(({ method, url = "" }, res) => {
			const host = domainOf(url);
			const status = method === "GET" ? (host !== null && mayHave(host) ? 200 : 404) : 405;
			res.writeHead(status, { "Content-Length": 0, ...(status === 405 && { Allow: "GET" }) }).end();
		}),
	);
	closeIdleConnectionsLate(server);
	drain.guard(server);
	const listeners = createListeners(server, { log });
	return { open: listeners.open, drain: () => drain.close(server, listeners) };
}

/** The one domain of a query; null without one, with several, and where it is too long for a host. */
function domainOf(target: string): string | null {
	const at = target.indexOf("?");
	if (at < 0 || target.length > TARGET_MAX) return null;
	const [domain, ...more] = new URLSearchParams(target.slice(at)).getAll("domain");
	return domain === undefined || more.length > 0 ? null : domain;
}
