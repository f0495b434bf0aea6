import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { LRUCache } from "lru-cache";

/** Session cookies whose account is remembered; one that is forgotten counts by its address until its next look-up. */
const MAX_SESSIONS = 50_000;
/** What a proxy calls an address may be any text; a real one is shorter. */
const ADDRESS_MAX = 45;

export type Caller = {
	/** An account, or else an address. */
	key: string;
	isAccount: boolean;
};

export type Callers = {
	/** Whose request this is, as far as that is known before its session is looked up. */
	of: (req: IncomingMessage) => Caller;
	/** Remembers which account a session belongs to; it must come after the session's look-up. */
	learn: RequestHandler;
};

type Options = {
	/** Name of the session cookie. */
	sessionCookie: string;
	/** The address that a request came from, as far as the configured proxies vouch for it. */
	addressOf: (req: IncomingMessage) => string | undefined;
};

/**
 * Identifies callers before the database is asked: by the account that a session cookie had at its last look-up, else
 * by address (IPv6: its /56). An unconfirmed cookie counts for nothing, so made-up cookies gain no turns, nor does an
 * account that signed in many times.
 */
export function createCallers({ sessionCookie, addressOf }: Options): Callers {
	const accounts = new LRUCache<string, string>({ max: MAX_SESSIONS });
	const prefix = `${sessionCookie}=`;

	function cookieOf(req: IncomingMessage): string | undefined {
		const header = req.headers.cookie;
		if (!header?.includes(prefix)) return undefined;
		return header
			.split(";")
			.map((pair) => pair.trim())
			.find((pair) => pair.startsWith(prefix));
	}

	return {
		of(req) {
			const cookie = cookieOf(req);
			const account = cookie && accounts.get(cookie);
			if (account) return { key: `account:${account}`, isAccount: true };
			return { key: `address:${ipKeyGenerator((addressOf(req) ?? "").slice(0, ADDRESS_MAX))}`, isAccount: false };
		},
		learn(req, _res, next) {
			const cookie = cookieOf(req);
			if (cookie && req.user) accounts.set(cookie, req.user.id);
			else if (cookie) accounts.delete(cookie);
			next();
		},
	};
}
