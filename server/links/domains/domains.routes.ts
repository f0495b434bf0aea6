import { type Request, Router } from "express";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { domainLimit } from "#shared/billing/plans/plan-features.ts";
import { DOMAIN_NOT_FOUND, type DomainList, domainForm, domainSettings } from "#shared/links/domains/domain.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { rowIdText } from "#shared/platform/row-id.ts";
import type { DomainService } from "./domains.service.ts";
import { presentDomain } from "./present-domain.ts";

type Options = {
	domains: DomainService;
	guards: Pick<Guards, "requireUserOfAnyPlan" | "requireEnabled" | "requireAuthor">;
	target: string;
	/** Where the sandbox's DNS takes records; null without it. */
	dnsPage: string | null;
};

/** An account's own domains (P620). */
export function domainsRouter({ domains, guards, target, dnsPage }: Options): Router {
	const { requireUserOfAnyPlan, requireEnabled, requireAuthor } = guards;
	const router = Router();
	router.get(API.domains.all, requireUserOfAnyPlan, async (req, res) => {
		const rows = await domains.list(userOf(req).id);
		const limit = domainLimit(req.subscription?.planId);
		const list: DomainList = { domains: rows.map((row) => presentDomain(row, target)), limit, dnsPage };
		res.json(list);
	});
	router.post(API.domains.all, ...requireAuthor, async (req, res) => {
		const { host } = parseBody(domainForm, req);
		const row = await domains.add(userOf(req).id, host, subscriptionOf(req).planId);
		res.status(201).json(presentDomain(row, target));
	});
	router.post(API_ROUTES.domainCheck, ...requireAuthor, async (req, res) => {
		res.json(presentDomain(await domains.checkNow(userOf(req).id, idOf(req)), target));
	});
	router.put(API_ROUTES.domain, ...requireAuthor, async (req, res) => {
		const settings = parseBody(domainSettings, req);
		res.json(presentDomain(await domains.change(userOf(req).id, idOf(req), settings), target));
	});
	router.delete(API_ROUTES.domain, requireEnabled, async (req, res) => {
		await domains.remove(userOf(req).id, idOf(req));
		res.status(204).end();
	});
	return router;
}

function idOf(req: Request): number {
	const id = rowIdText.safeParse(req.params.id);
	if (!id.success) throw new AppError("domain_not_found", DOMAIN_NOT_FOUND);
	return id.data;
}
