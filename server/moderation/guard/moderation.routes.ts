import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { hintedTexts } from "#shared/links/link-form.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import type { Moderation } from "./moderation.service.ts";

/** `POST /api/links/{id}/review`: an owner requests a review. `POST /api/links/hint`: what a save would find. */
export function moderationRouter({ moderation, guards }: { moderation: Moderation; guards: Guards }): Router {
	const router = Router();
	router.post(API_ROUTES.linkReview, guards.requireUser, async (req, res) => {
		res.json(await moderation.askReview(userOf(req).id, linkId(req)));
	});
	router.post(API.links.hint, ...guards.requireAuthor, async (req, res) => {
		const { customLinkSlug: linkSlug, ...texts } = parseBody(hintedTexts, req);
		const content = { ...texts, linkSlug, cards: [] };
		res.json(await moderation.hint(userOf(req).id, content));
	});
	return router;
}
