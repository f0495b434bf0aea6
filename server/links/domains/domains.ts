import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { TargetJudge } from "#server/links/judge-target.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { imageOriginsOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createDnsReaders, type DnsStandIn } from "#server/platform/outbound/dns-records.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { createDomainChecker } from "./domain-checker.ts";
import { domainsRouter } from "./domains.routes.ts";
import { createDomainService } from "./domains.service.ts";

type Options = {
	db: Db;
	config: Pick<Config, "http" | "domains">;
	guards: Guards;
	judgeTargets: TargetJudge;
	moderation: Moderation;
	dnsStandIn: DnsStandIn | null;
	deadlines: Deadlines;
	now: () => Date;
	log: Logger;
};

/** The soonest that a domain is checked again is a minute after its last check. */
const EVERY_MS = 15_000;

/** Accounts' own domains, wired: their routes, and the checks between requests. */
export function createDomains(options: Options) {
	const { db, config, guards, judgeTargets, moderation, dnsStandIn, deadlines, now, log } = options;
	const { resolvers, target } = config.domains;
	const readers = createDnsReaders(dnsStandIn ? [dnsStandIn.resolver] : resolvers, deadlines.domainLookup);
	const checker = createDomainChecker({ db, readers, target, now });
	let isAllDue = false;
	const work = repeat({
		async work(stopping) {
			const wasAllDue = isAllDue;
			isAllDue = false;
			if (wasAllDue) await checker.makeAllDue();
			return (await checker.checkDue(stopping)) ? 0 : undefined;
		},
		everyMs: EVERY_MS,
		failed: (error) => log.warn({ err: error }, "domains were not checked"),
	});
	const ownHosts = [...imageOriginsOf(config.http).map((origin) => new URL(origin).hostname), target];
	const allowsLocalhost = dnsStandIn !== null;
	const { wake } = work;
	const service = createDomainService({
		...{ db, now, ownHosts, allowsLocalhost, checker, judgeTargets, moderation, wake },
	});
	dnsStandIn?.onChange(() => {
		isAllDue = true;
		work.wake();
	});
	const dnsPage = dnsStandIn?.page ?? null;
	return { service, target, routers: [domainsRouter({ domains: service, guards, target, dnsPage })], work: [work] };
}
