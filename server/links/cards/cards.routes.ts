import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import type { Cards } from "./cards.service.ts";

/** Delivery receipts: `GET /api/links/{id}/deliveries` and `GET /api/deliveries`. */
export function cardsRouter({ cards, guards }: { cards: Cards; guards: Guards }): Router {
	const router = Router();

	router.get(API_ROUTES.linkDeliveries, guards.requireUser, async (req, res) => {
		res.json(await cards.deliveriesOf(userOf(req).id, linkId(req)));
	});

	router.get(API.latestDeliveries, guards.requireUser, async (req, res) => {
		res.json(await cards.latest(userOf(req).id));
	});

	return router;
}
