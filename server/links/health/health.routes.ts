import { Router } from "express";
import { z } from "zod";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import type { TargetState } from "#shared/links/health/target-failure.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";
import type { HealthService } from "./health.service.ts";

type Options = { health: HealthService; guards: Pick<Guards, "requireSubscription"> };

/** Checks of a link's target by its owner (P686). */
export function healthRouter({ health, guards }: Options): Router {
	const router = Router();
	router.post(API_ROUTES.linkHealth, ...guards.requireSubscription, async (req, res) => {
		const state: TargetState = await health.checkNow(userOf(req).id, linkId(req));
		res.json(state);
	});
	router.put(API_ROUTES.linkHealth, ...guards.requireSubscription, async (req, res) => {
		const [userId, id] = [userOf(req).id, linkId(req)];
		// A foreign link is not found, whatever is sent.
		await health.find(userId, id);
		const state: TargetState = await health.change(userId, id, parseBody(settings, req));
		res.json(state);
	});
	return router;
}

const settings = z.object({ isOff: z.boolean() });
