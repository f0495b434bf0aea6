import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Origins } from "#server/platform/config/origins.ts";
import { hstsFor } from "#server/platform/http/hsts.ts";
import type { RequestIds } from "#server/platform/http/request-id.ts";
import type { Views } from "#server/public/views/views.ts";
import { createDomainDoor } from "./domain-door.ts";
import { createGoHandler, type GoDeps } from "./go.handler.ts";
import { createGoAnswers } from "./go-answers.ts";
import { createGoMetrics } from "./go-metrics.ts";
import { createLinkCache } from "./link-cache.ts";
import { createLinkChanges } from "./link-changes.ts";
import { createMissLimit } from "./miss-limit.ts";
import { createOpenLink } from "./open-link.routes.ts";
import { createOwnDomains, type ServedHosts } from "./own-domains.ts";
import { createOwnVisits } from "./own-visits.ts";
import { createLinkFinder } from "./public-link.ts";
import { createTrustAnswers } from "./trust-answers.ts";
import { USER_AGENT_MAX, visitorJudge } from "./visitor.ts";

type Options = {
	publicPool: pg.Pool;
	sessionSecret: string;
	views: Pick<Views, "recorder" | "sizes">;
	config: Pick<Config["http"], keyof Origins | "reportEmail" | "trustProxy" | "rateLimits" | "ipCountryHeader">;
	deliveries: GoDeps["deliveries"];
	isOwnTest: GoDeps["isOwnTest"];
	tagOf: GoDeps["tagOf"];
	isListed: (address: string) => boolean;
	requestIds: Pick<RequestIds, "of">;
	servedHosts?: ServedHosts | undefined;
	wakeWebhooks: () => void;
	deadlines: Pick<Deadlines, "linkLoad" | "linkRefresh">;
	now: () => Date;
	log: Logger;
};

/** Wires the public link: `/go`, "Open", the link cache, and its invalidation. */
export function createGo(options: Options) {
	const { publicPool, views, deliveries, isOwnTest, tagOf, isListed, config, requestIds, servedHosts } = options;
	const { wakeWebhooks, deadlines, now, log } = options;
	const linkCache = createLinkCache({ load: createLinkFinder(publicPool, { waitMs: deadlines.linkLoad }), deadlines });
	const { publicOrigin, linksOrigin, imagesOrigin, reportEmail, trustProxy, rateLimits } = config;
	const homeUrl = `${publicOrigin}/`;
	const answers = createGoAnswers({ homeUrl, hsts: hstsFor(linksOrigin) });
	const domainAnswers = createGoAnswers({ homeUrl: null, hsts: null, counts: answers.counts });
	const ownDomains = createOwnDomains({ pool: publicPool, linkCache, origins: config, servedHosts, log });
	const changes = createLinkChanges({ pool: publicPool, linkCache, domains: ownDomains, wakeWebhooks, log });
	const trust = createTrustAnswers({ answers, linksOrigin, homeUrl, reportEmail });
	const { timed, metrics } = createGoMetrics({ answers, linkCache });
	const judge = visitorJudge();
	const ownVisits = createOwnVisits(options);
	const handlerDeps = {
		judge,
		answers,
		linkCache,
		recorder: views.recorder,
		viewSizes: views.sizes,
		deliveries,
		isOwnTest,
		ownVisits,
		ownDomains,
		missLimit: createMissLimit({ isOn: rateLimits }),
		tagOf,
		origins: { publicOrigin, linksOrigin, imagesOrigin },
		trust,
		trustProxy,
		countryHeader: config.ipCountryHeader,
		requestIds,
		now,
		log,
	};
	const { handler } = createGoHandler(handlerDeps);
	const onDomains = createGoHandler({ ...handlerDeps, answers: domainAnswers });
	function fetcherOf(userAgent: string): string | null {
		const { answer, platform } = judge(userAgent.slice(0, USER_AGENT_MAX));
		return answer === "card" ? platform : null;
	}

	return {
		...{ fetcherOf, linkCache },
		...createOpenLink({ linkCache, ownVisits, ownDomains, linksOrigin, requestIds, now, log }),
		handler: timed(handler),
		ownDomains,
		onDomain: createDomainDoor({ go: onDomains, answers: domainAnswers, isListed }),
		missing: answers.missing,
		plainMissing: domainAnswers.plainMissing,
		metrics: [metrics],
		work: [changes, ownDomains],
	};
}
