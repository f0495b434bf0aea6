import type { Logger } from "pino";
import type { Guards } from "#server/auth/guards.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/connect.ts";
import { flagFigures } from "./flag-figures.ts";
import { guardRouter } from "./guard.routes.ts";
import { createGuardService } from "./guard.service.ts";
import { createLists } from "./lists/lists.ts";
import { compareLiveLinks } from "./lists/live-links.ts";

type Options = { db: Db; config: Pick<Config, "guard">; guards: Guards; now: () => Date; log: Logger };

/** The guard, wired: what judges a save, its lists, and the owner's review. */
export function createGuard({ db, config, guards, now, log }: Options) {
	const lists = createLists({
		places: config.guard.lists,
		changed: () => compareLiveLinks({ db, now, listed: lists.listed }),
		...{ log, now },
	});
	const service = createGuardService({ db, now, listed: lists.listed });
	return {
		service,
		routers: [guardRouter({ guard: service, guards })],
		figures: [flagFigures({ db, now }), lists.figures],
		work: lists.isEmpty ? [] : [lists.work],
	};
}
