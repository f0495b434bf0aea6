import type { RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { SHARED_LIMITS } from "#shared/platform/shared-limits.ts";
import { AppError } from "./app-error.ts";
import { isSafeMethod } from "./request-guard.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Whose requests are counted together: an address; an account, where a visitor has no limit; or either, where a visitor's
 * address stands in for the account.
 */
type CountedBy = "address" | "account" | "account or address";
type Limit = {
	max: number;
	windowMs?: number;
	by: CountedBy;
	/** Which methods count; all, if not given. */
	methods?: "safe" | "changing";
};

/** Requests a minute, unless another window is given. */
const LIMITS = {
	/** Pages of Google's that were asked for: each leaves a session behind for some minutes. */
	signInStarts: { max: 60, by: "address" },
	/** Ways back from Google: each asks Google, and is a guess at a code. */
	signIns: { max: 20, by: "address" },
	/** Every read counts here, and those that cost more in a class of their own as well. */
	reads: { max: 600, by: "account", methods: "safe" },
	changes: { max: 60, by: "account or address", methods: "changing" },
	slugChecks: { max: 120, by: "account or address" },
	/** The list, its search, and the rows of imports: each reads many links. */
	lists: { max: 240, by: "account" },
	/** Megabytes each. */
	originals: { max: 120, by: "account" },
	charts: { max: SHARED_LIMITS.charts, by: "account or address" },
	/** Each asks name servers that the account chooses. */
	domainChecks: { max: SHARED_LIMITS.domainChecks, by: "account" },
	/** What may ask Stripe: a look at it, and a change there. */
	billingReads: { max: 60, by: "account" },
	billing: { max: 20, by: "account" },
	/** Files that are taken apart, of thousands of rows. */
	importFiles: { max: 30, windowMs: HOUR_MS, by: "account" },
	/** A public page of figures, and each look at other days on it. */
	publicStats: { max: 120, by: "address" },
	/** Statements of withdrawal, and looks at their confirmations: of anyone, signed in or not. */
	withdrawals: { max: 10, windowMs: HOUR_MS, by: "address" },
	withdrawalReads: { max: 60, by: "address" },
	/** A large account's data takes the database seconds. */
	dataDownloads: { max: 10, windowMs: HOUR_MS, by: "account or address" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type RateLimits = Record<LimitName, RequestHandler>;

/**
 * What one address or one account may ask for in a given time; beyond it 429 with `Retry-After`. Counted in each process
 * by itself. Public links have a limit of their own, only on those that do not exist (`server/public/go/miss-limit.ts`); Stripe's
 * webhooks have none. Addresses of IPv6 count by their /56. Switched off, every handler lets everything through.
 */
export function createRateLimits({ isOn }: { isOn: boolean }): RateLimits {
	const handlers = Object.entries(LIMITS).map(([name, each]) => [name, isOn ? limit(name, each) : letThrough]);
	return Object.fromEntries(handlers);
}

type Caller = { ip?: string | undefined; user?: { id: string } | undefined };

function limit(name: string, { max, windowMs = MINUTE_MS, by, methods }: Limit): RequestHandler {
	const again = windowMs === MINUTE_MS ? "in a minute" : "in an hour";
	const isCounted = (method: string) => methods === undefined || isSafeMethod(method) === (methods === "safe");
	return rateLimit({
		windowMs,
		limit: max,
		standardHeaders: "draft-8",
		identifier: name,
		legacyHeaders: false,
		keyGenerator: (req: Caller) =>
			by !== "address" && req.user ? `user:${req.user.id}` : ipKeyGenerator(req.ip ?? ""),
		skip: (req) => !isCounted(req.method) || (by === "account" && !req.user),
		handler: (_req, _res, next) => {
			next(new AppError("rate_limited", `Too many requests. Please try again ${again}.`));
		},
	});
}

const letThrough: RequestHandler = (_req, _res, next) => next();
