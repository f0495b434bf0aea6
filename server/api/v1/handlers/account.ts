import type { DomainService } from "#server/links/domains/domains.service.ts";
import type { Links } from "#server/links/links.service.ts";
import type { ACCOUNT_ROUTES } from "#shared/api/v1/routes/account.ts";
import { apiRequestLimits, domainLimit } from "#shared/billing/plans/plan-features.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import { handlersFor } from "../api-router.ts";

type Options = { links: Pick<Links, "monthlyUsage">; domains: Pick<DomainService, "list"> };

export function accountHandlers({ links, domains }: Options) {
	return handlersFor<typeof ACCOUNT_ROUTES>({
		async getMe({ user, planId, req }) {
			const key = req.apiKey;
			if (!key || !isPlanId(planId)) throw new Error("requireKey must stand before this handler");
			const [{ monthlyCount, limit }, own] = await Promise.all([
				links.monthlyUsage(user, planId),
				domains.list(user.id),
			]);
			return {
				body: {
					userSlug: user.userSlug,
					plan: planId,
					key: { name: key.name, scopes: key.scopes, expiresAt: key.expiresAt?.toISOString() ?? null },
					usage: {
						linksThisMonth: { used: monthlyCount, limit: limit === 0 ? null : limit },
						domains: { used: own.length, limit: domainLimit(planId) },
					},
					rateLimits: apiRequestLimits(planId),
				},
			};
		},
	});
}
