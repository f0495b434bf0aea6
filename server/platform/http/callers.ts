import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { LRUCache } from "lru-cache";

/** Most session cookies remembered; a forgotten one counts by address until its next look-up. */
const MAX_SESSIONS = 50_000;
/** An address from a proxy may be any text; real ones are shorter. */
const ADDRESS_MAX = 45;

export type Caller = {
	key: string;
	isAccount: boolean;
};

export type Callers = {
	of: (req: IncomingMessage) => Caller;
	/** Remembers a session's account; must follow the session look-up. */
	learn: RequestHandler;
};

type Options = {
	sessionCookie: string;
	addressOf: (req: IncomingMessage) => string | undefined;
	/** The account of an API key that was looked up before. */
	accountOfKey: (authorization: string | undefined) => string | undefined;
};

/** Identifies callers without a query: by the account a cookie had at its last look-up, else by address (IPv6: /56). */
export function createCallers({ sessionCookie, addressOf, accountOfKey }: Options): Callers {
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
			const { authorization } = req.headers;
			const account = authorization === undefined ? cookie && accounts.get(cookie) : accountOfKey(authorization);
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
