import { type Request, type RequestHandler, Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { requirePlan } from "#server/account/auth/require-plan.ts";
import { closeAfterOversized, imageUpload, uploadOf } from "#server/links/images/upload.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { cardOverrideOf } from "#shared/links/cards/card-override.ts";
import { CARD_TARGETS } from "#shared/links/cards/card-targets.ts";
import { imageShapeOf } from "#shared/links/cards/target-image.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";
import type { Overrides } from "./overrides.service.ts";

/** A link's custom cards, `/api/links/{id}/cards` and below. It parses its own bodies. */
export function overridesRouter({ overrides, guards }: { overrides: Overrides; guards: Guards }): Router {
	const router = Router();

	router.get(API_ROUTES.linkCards, guards.requireUser, async (req, res) => {
		res.json(await overrides.list(userOf(req), linkId(req)));
	});

	// Whatever can be refused without the body is refused before it is read.
	const requireLink: RequestHandler = async (req, _res, next) => {
		namedCard(req);
		await overrides.list(userOf(req), linkId(req));
		next();
	};
	const save: RequestHandler = async (req, res) => {
		const card = namedCard(req);
		const form = parseBody(cardOverrideOf(imageShapeOf(card.target)), req);
		res.json(await overrides.save(userOf(req), { ...card, form, upload: uploadOf(req) }));
	};
	const hasCards = requirePlan("platformCards");
	const refusals = [closeAfterOversized(), ...guards.requireAuthor, hasCards, requireLink];
	router.put(API_ROUTES.linkCard, ...refusals, imageUpload(), ...guards.stillAuthor, hasCards, save);

	// Cards made on a larger plan can be removed on any plan.
	router.delete(API_ROUTES.linkCard, ...guards.requireAuthor, async (req, res) => {
		res.json(await overrides.remove(userOf(req), namedCard(req)));
	});

	return router;
}

/** @throws AppError "not_found" for an unknown target */
function namedCard(req: Request) {
	const target = CARD_TARGETS.find((each) => each === req.params.target);
	if (!target) throw new AppError("card_not_found", "There is no such card");
	return { linkId: linkId(req), target };
}
