import { Router } from "express";
import { type Guards, userOf } from "#server/auth/guards.ts";
import { linkId } from "#server/auth/own-link.ts";
import { API_ROUTES } from "#shared/api-paths.ts";
import type { Guard } from "./guard.service.ts";

/** The owner of a flagged link asks for a review of it: `POST /api/links/{id}/review`. */
export function guardRouter({ guard, guards }: { guard: Guard; guards: Guards }): Router {
	const router = Router();
	router.post(API_ROUTES.linkReview, guards.requireUser, async (req, res) => {
		res.json(await guard.askReview(userOf(req).id, linkId(req)));
	});
	return router;
}
