import { type Request, type RequestHandler, Router } from "express";
import { type Guards, subscriptionOf, userOf } from "#server/auth/guards.ts";
import { AppError } from "#server/http/app-error.ts";
import { parseBody } from "#server/http/parse.ts";
import { closeAfterOversized, imageUpload } from "#server/images/upload.ts";
import { API_ROUTES } from "#shared/api-paths.ts";
import { cardOverrideOf } from "#shared/cards/card-override.ts";
import { CARD_TARGETS } from "#shared/cards/card-targets.ts";
import { pictureShapeOf } from "#shared/cards/target-picture.ts";
import { planHas } from "#shared/plans/plan-features.ts";
import { linkIdOf } from "./link-id.ts";
import type { Overrides } from "./overrides.service.ts";

/** The cards of a link for some fetchers: `/api/links/{id}/cards` and below. It reads its own bodies. */
export function overridesRouter({ overrides, guards }: { overrides: Overrides; guards: Guards }): Router {
	const router = Router();

	router.get(API_ROUTES.linkCards, guards.requireUser, async (req, res) => {
		res.json(await overrides.list(userOf(req), linkIdOf(req)));
	});

	// Everything that can be refused without the body is refused before it is read.
	const requirePlan: RequestHandler = (req, _res, next) => {
		const hasCards = planHas(subscriptionOf(req).planId, "platformCards");
		if (!hasCards) throw new AppError("plan_required", "A card for each platform needs the Pro or Enterprise plan");
		next();
	};
	const requireLink: RequestHandler = async (req, _res, next) => {
		namedCard(req);
		await overrides.list(userOf(req), linkIdOf(req));
		next();
	};
	const save: RequestHandler = async (req, res) => {
		const card = namedCard(req);
		const form = parseBody(cardOverrideOf(pictureShapeOf(card.target)), req);
		res.json(await overrides.save(userOf(req), { ...card, form, upload: req.file?.buffer }));
	};
	const refusals = [closeAfterOversized, ...guards.requireAuthor, requirePlan, requireLink];
	router.put(API_ROUTES.linkCard, ...refusals, imageUpload(), save);

	// What was made on a larger plan may be taken back on any.
	router.delete(API_ROUTES.linkCard, ...guards.requireAuthor, async (req, res) => {
		res.json(await overrides.remove(userOf(req), namedCard(req)));
	});

	return router;
}

/** @throws AppError "not_found" for a target that is none */
function namedCard(req: Request) {
	const target = CARD_TARGETS.find((each) => each === req.params.target);
	if (!target) throw new AppError("not_found", "There is no such card");
	return { linkId: linkIdOf(req), target };
}
