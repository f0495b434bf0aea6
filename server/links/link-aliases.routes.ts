import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import type { LinkAliasList } from "#shared/links/aliases.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";
import type { LinkAliases } from "./link-aliases.ts";

type Options = { aliases: LinkAliases; guards: Guards };

/** Aliases of the signed-in user's links: `GET /api/links/{id}/aliases`, and `DELETE` of one. */
export function linkAliasesRouter({ aliases, guards }: Options): Router {
	const router = Router();

	router.get(API_ROUTES.linkAliases, guards.requireUser, async (req, res) => {
		const answer: LinkAliasList = { aliases: await aliases.list(userOf(req), linkId(req)) };
		res.json(answer);
	});

	router.delete(API_ROUTES.linkAlias, ...guards.requireSubscription, async (req, res) => {
		await aliases.release(userOf(req), linkId(req), String(req.params.slug));
		res.status(204).end();
	});

	return router;
}
