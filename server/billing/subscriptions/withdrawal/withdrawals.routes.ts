import { Router } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import type { RateLimits } from "#server/platform/http/rate-limits.ts";
import type { RateLimiter } from "#server/platform/work/rate-limiter.ts";
import { receiptText, withdrawalForm } from "#shared/billing/subscriptions/withdrawal.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import type { Withdrawals } from "./withdrawals.service.ts";

type Options = {
	withdrawals: Withdrawals;
	guards: Pick<Guards, "requireUser">;
	limits: Pick<RateLimits, "withdrawals" | "withdrawalReads">;
	/** A limit shared by all signed-out people, since a flood may come from many addresses. */
	total: Pick<RateLimiter, "take">;
};

/** The routes under `/api/withdrawals` (P577). Signed-out people may withdraw too. */
export function withdrawalsRouter({ withdrawals, guards, limits, total }: Options): Router {
	const router = Router();

	router.get(API.withdrawals.all, guards.requireUser, async (req, res) => {
		res.json(await withdrawals.offerTo(userOf(req).id));
	});

	router.post(API.withdrawals.all, limits.withdrawals, async (req, res) => {
		const form = parseBody(withdrawalForm, req);
		if (!req.user && !total.take("", 1, ipKeyGenerator(req.ip ?? ""))) {
			throw new AppError("rate_limited", "Too many requests. Please try again in a minute.", { retryAfterSeconds: 60 });
		}
		res.status(201).json(await withdrawals.receive(form, req.user?.id ?? null));
	});

	router.get(API_ROUTES.withdrawal, limits.withdrawalReads, async (req, res) => {
		res.json(await withdrawals.find(String(req.params.number)));
	});

	router.get(API_ROUTES.withdrawalFile, limits.withdrawalReads, async (req, res) => {
		const receipt = await withdrawals.find(String(req.params.number));
		res.attachment(`visualink-withdrawal-${receipt.number}.txt`).type("text/plain").send(receiptText(receipt));
	});

	return router;
}
