import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";
import type { SelfTests } from "./self-test.service.ts";

/** `POST /api/links/{id}/self-test`. */
export function selfTestRouter({ selfTests, guards }: { selfTests: SelfTests; guards: Guards }): Router {
	const router = Router();
	router.post(API_ROUTES.linkSelfTest, ...guards.requireSubscription, async (req, res) => {
		res.json(await selfTests.run(userOf(req), linkId(req)));
	});
	return router;
}
