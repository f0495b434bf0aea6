import type { RequestHandler } from "express";
import session from "express-session";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { createSessionStore } from "./session-store.ts";

const SESSION_DAYS = 30;
/** An expired row is deleted by the next round, which the store lengthens by up to half. */
const PRUNE_SECONDS = 30;

type Options = { config: Config; pool: pg.Pool; secret: string; log: Logger };

/** Name of the session cookie; the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export function sessionCookieName(config: Config): string {
	return isSecure(config) ? "__Host-visualink" : "visualink";
}

/** The cookie's attributes: a browser clears a cookie only if they are repeated. */
export function sessionCookieAttributes(config: Config) {
	return { httpOnly: true, sameSite: "lax", secure: isSecure(config), path: "/" } as const;
}

/**
 * Sessions in PostgreSQL (P35). A visitor who is not signing in gets no cookie and no row.
 * @returns the middleware and `close`, which stops the removal of expired rows.
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
		// Behind a proxy that ends TLS the request itself is plain HTTP.
		proxy: config.http.trustProxy > 0,
	});
	return { middleware, close: () => store.close() };
}

function isSecure(config: Config): boolean {
	return config.http.publicOrigin.startsWith("https://");
}
