import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import type { RequestIds } from "#server/http/request-id.ts";
import type { Views } from "#server/views/views.ts";
import { createGoHandler } from "./go.handler.ts";
import { createGoAnswers } from "./go-answers.ts";
import { createGoFigures } from "./go-figures.ts";
import { createLinkCache } from "./link-cache.ts";
import { createLinkChanges } from "./link-changes.ts";
import { createMissLimit } from "./miss-limit.ts";
import { createLinkFinder } from "./public-link.ts";

type Options = {
	/** Connections that nothing but the public link and its views uses. */
	publicPool: pg.Pool;
	views: Pick<Views, "recorder" | "sizes">;
	config: Pick<Config["http"], "publicOrigin" | "reportEmail" | "trustProxy" | "rateLimits">;
	requestIds: Pick<RequestIds, "of">;
	now: () => Date;
	log: Logger;
};

/** The public link, wired: what answers `/go`, the links that it remembers, and its ear for changes of them. */
export function createGo({ publicPool, views, config, requestIds, now, log }: Options) {
	const linkCache = createLinkCache({ load: createLinkFinder(publicPool) });
	const { start, stop } = createLinkChanges({ pool: publicPool, linkCache, log });
	const { publicOrigin, reportEmail, trustProxy, rateLimits } = config;
	const answers = createGoAnswers({ reportEmail });
	const { timed, figures } = createGoFigures({ answers, linkCache });
	const handler = createGoHandler({
		answers,
		linkCache,
		recorder: views.recorder,
		viewSizes: views.sizes,
		missLimit: createMissLimit({ isOn: rateLimits }),
		publicOrigin,
		reportEmail,
		trustProxy,
		requestIds,
		now,
		log,
	});
	return { handler: timed(handler), linkCache, figures, start, stop };
}
