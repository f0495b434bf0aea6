import type pg from "pg";
import type { Logger } from "pino";
import type { Auth } from "#server/account/auth/auth.service.ts";
import type { Guards } from "#server/account/auth/guards.ts";
import { createAccountStreams } from "./account-streams.ts";
import { eventsRouter } from "./events.routes.ts";

type Options = { pool: pg.Pool; guards: Guards; ownersOf: Auth["ownersOf"]; log: Logger };

/** Wires the events for open pages. */
export function createEvents({ pool, guards, ownersOf, log }: Options) {
	const streams = createAccountStreams({ pool, ownersOf, log });
	return { routers: [eventsRouter({ streams, guards })], work: [streams], endAll: streams.endAll };
}
