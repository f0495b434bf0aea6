import type { RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { AppError } from "./app-error.ts";
import { isSafeMethod } from "./safe-method.ts";

const MINUTE_MS = 60_000;

/** Requests a minute. */
const SIGN_INS_PER_ADDRESS = 20;
const CHANGES_PER_USER = 60;
const SLUG_CHECKS_PER_USER = 120;

export type RateLimits = { signIns: RequestHandler; changes: RequestHandler; slugChecks: RequestHandler };

/**
 * What one address or one user may ask for in a minute; beyond it 429 with `Retry-After`. Counted in each process by
 * itself. Public links and Stripe's webhooks are never limited. Addresses of IPv6 count by their /56.
 * Switched off, every handler lets everything through.
 */
export function createRateLimits({ isOn }: { isOn: boolean }): RateLimits {
	if (!isOn) return { signIns: letThrough, changes: letThrough, slugChecks: letThrough };
	return {
		signIns: limit({ max: SIGN_INS_PER_ADDRESS, key: addressOf }),
		changes: limit({ max: CHANGES_PER_USER, key: userOrAddressOf, skip: isSafeMethod }),
		slugChecks: limit({ max: SLUG_CHECKS_PER_USER, key: userOrAddressOf }),
	};
}

type Caller = { ip?: string | undefined; user?: { id: string } | undefined };
type Limit = { max: number; key: (caller: Caller) => string; skip?: (method: string) => boolean };

function limit({ max, key, skip = () => false }: Limit): RequestHandler {
	return rateLimit({
		windowMs: MINUTE_MS,
		limit: max,
		standardHeaders: "draft-8",
		legacyHeaders: false,
		keyGenerator: key,
		skip: (req) => skip(req.method),
		handler: (_req, _res, next) => {
			next(new AppError("too_many", "Too many requests. Please try again in a minute."));
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
