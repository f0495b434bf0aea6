import type { Request, RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import { AppError } from "#server/platform/http/app-error.ts";
import { apiRequestLimits } from "#shared/billing/plans/plan-features.ts";

const MINUTE_MS = 60_000;

/**
 * Requests a minute, of a key and of an account's keys together (P641), told in `RateLimit` and `RateLimit-Policy` (draft 8 of
 * the headers' specification, as draft 10) and counted in each process by itself.
 */
export function apiLimits({ isOn }: { isOn: boolean }): RequestHandler[] {
	if (!isOn) return [];
	return [limit("key", (req) => String(req.apiKey?.id)), limit("account", (req) => String(req.user?.id))];
}

function limit(name: "key" | "account", countedBy: (req: Request) => string): RequestHandler {
	return rateLimit({
		windowMs: MINUTE_MS,
		limit: (req: Request) => apiRequestLimits(req.subscription?.planId)[name],
		standardHeaders: "draft-8",
		identifier: name,
		legacyHeaders: false,
		keyGenerator: countedBy,
		handler: (_req, _res, next) => {
			next(new AppError("rate_limited", `Too many requests by this ${name}. RateLimit says when to go on.`));
		},
	});
}
