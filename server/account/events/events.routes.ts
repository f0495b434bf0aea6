import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { AccountStreams } from "./account-streams.ts";

type Options = { streams: Pick<AccountStreams, "open">; guards: Pick<Guards, "requireEnabled"> };

/** `GET /api/events`: changes in the account, as server-sent events (P402). */
export function eventsRouter({ streams, guards }: Options): Router {
	const router = Router();
	router.get(API.events, guards.requireEnabled, (req, res) =>
		streams.open({ user: userOf(req).id, session: req.sessionID, res }),
	);
	return router;
}
