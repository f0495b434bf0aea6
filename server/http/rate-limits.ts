import type { RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { AppError } from "./app-error.ts";
import { isSafeMethod } from "./safe-method.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Requests a minute. */
const SIGN_INS_PER_ADDRESS = 20;
const CHANGES_PER_USER = 60;
const SLUG_CHECKS_PER_USER = 120;
const CHARTS_PER_USER = 60;
/** A public page of figures, and each look at other days on it. */
const PUBLIC_STATS_PER_ADDRESS = 120;
/** Requests an hour: a large account's data takes the database seconds. */
const DATA_DOWNLOADS_PER_USER = 10;

export type RateLimits = Record<
	"signIns" | "changes" | "slugChecks" | "charts" | "publicStats" | "dataDownloads",
	RequestHandler
>;

/**
 * What one address or one user may ask for in a given time; beyond it 429 with `Retry-After`. Counted in each process by
 * itself. Public links have a limit of their own, on those that do not exist alone (`server/go/miss-limit.ts`); Stripe's
 * webhooks have none. Addresses of IPv6 count by their /56. Switched off, every handler lets everything through.
 */
export function createRateLimits({ isOn }: { isOn: boolean }): RateLimits {
	if (!isOn) {
		const off = letThrough;
		return { signIns: off, changes: off, slugChecks: off, charts: off, publicStats: off, dataDownloads: off };
	}
	return {
		signIns: limit({ max: SIGN_INS_PER_ADDRESS, key: addressOf }),
		changes: limit({ max: CHANGES_PER_USER, key: userOrAddressOf, skip: isSafeMethod }),
		slugChecks: limit({ max: SLUG_CHECKS_PER_USER, key: userOrAddressOf }),
		charts: limit({ max: CHARTS_PER_USER, key: userOrAddressOf }),
		publicStats: limit({ max: PUBLIC_STATS_PER_ADDRESS, key: addressOf }),
		dataDownloads: limit({ max: DATA_DOWNLOADS_PER_USER, windowMs: HOUR_MS, key: userOrAddressOf }),
	};
}

type Caller = { ip?: string | undefined; user?: { id: string } | undefined };
type Limit = {
	max: number;
	windowMs?: number;
	key: (caller: Caller) => string;
	skip?: (method: string) => boolean;
};

function limit({ max, windowMs = MINUTE_MS, key, skip = () => false }: Limit): RequestHandler {
	const again = windowMs === MINUTE_MS ? "in a minute" : "in an hour";
	return rateLimit({
		windowMs,
		limit: max,
		standardHeaders: "draft-8",
		legacyHeaders: false,
		keyGenerator: key,
		skip: (req) => skip(req.method),
		handler: (_req, _res, next) => {
			next(new AppError("too_many", `Too many requests. Please try again ${again}.`));
		},
	});
}

function addressOf({ ip = "" }: Caller): string {
	return ipKeyGenerator(ip);
}

function userOrAddressOf(caller: Caller): string {
	return caller.user ? `user:${caller.user.id}` : addressOf(caller);
}

const letThrough: RequestHandler = (_req, _res, next) => next();
