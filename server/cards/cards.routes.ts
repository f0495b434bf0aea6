import { Router } from "express";
import { type Guards, userOf } from "#server/auth/guards.ts";
import { API, API_ROUTES } from "#shared/api-paths.ts";
import type { Cards } from "./cards.service.ts";

const MAX_ID = 2_147_483_647;

/** Where cards have arrived: `GET /api/links/{id}/deliveries` and `GET /api/deliveries`. */
export function cardsRouter({ cards, guards }: { cards: Cards; guards: Guards }): Router {
	const router = Router();

	router.get(API_ROUTES.linkDeliveries, guards.requireUser, async (req, res) => {
		res.json(await cards.deliveriesOf(userOf(req).id, idOf(req.params.id)));
	});

	router.get(API.latestDeliveries, guards.requireUser, async (req, res) => {
		res.json(await cards.latest(userOf(req).id));
	});

	return router;
}

/** 0, which no link has, for anything that can't be the id of one. */
function idOf(text: unknown): number {
	const id = /^[1-9]\d{0,9}$/.test(String(text)) ? Number(text) : 0;
	return id <= MAX_ID ? id : 0;
}
