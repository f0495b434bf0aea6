import { Router } from "express";
import { API } from "#shared/platform/api-paths.ts";
import { presentPlans } from "./plan-catalog.ts";

/** `GET /api/plans`: the plans on sale, without a session. */
export function plansRouter(): Router {
	const router = Router();
	const plans = presentPlans();
	router.get(API.plans, (_req, res) => {
		res.json(plans);
	});
	return router;
}
