import type { RequestHandler } from "express";
import session from "express-session";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { createSessionStore } from "./session-store.ts";

const SESSION_DAYS = 30;
/** The store lengthens this interval by up to half. */
const PRUNE_SECONDS = 30;

type Options = { config: Config; pool: pg.Pool; secret: string; log: Logger };

/** The prefix makes browsers require Secure, Path=/ and no Domain. */
export function sessionCookieName(config: Config): string {
	return isSecure(config) ? "__Host-visualink" : "visualink";
}

/** The cookie's attributes, which must be repeated to clear it. */
export function sessionCookieAttributes(config: Config) {
	return { httpOnly: true, sameSite: "lax", secure: isSecure(config), path: "/" } as const;
}

/**
 * Sessions in PostgreSQL (P35). Visitors who aren't signing in get no cookie and no row.
 * @returns the middleware, and `close`, which stops deleting expired rows
 */
export function createSessions({ config, pool, secret, log }: Options): {
	middleware: RequestHandler;
	close: () => void;
} {
	const store = createSessionStore({
		pool,
		disableTouch: true,
		pruneSessionInterval: PRUNE_SECONDS,
		errorLog: (_message, error) => {
			if (!isUnreachable(error)) log.warn({ err: error }, "expired sessions could not be removed");
		},
	});
	const middleware = session({
		store,
		name: sessionCookieName(config),
		secret,
		resave: false,
		saveUninitialized: false,
		cookie: { ...sessionCookieAttributes(config), maxAge: SESSION_DAYS * DAY_MS },
		// Behind a proxy that terminates TLS the request is plain HTTP.
		proxy: config.http.trustProxy > 0,
	});
	return { middleware, close: () => store.close() };
}

function isSecure(config: Config): boolean {
	return config.http.publicOrigin.startsWith("https://");
}
