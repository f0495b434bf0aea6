import { accountUsage } from "#server/links/account-usage.ts";
import type { DomainService } from "#server/links/domains/domains.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { ACCOUNT_ROUTES } from "#shared/api/v1/routes/account.ts";
import { apiRequestLimits, chartDays, domainLimit } from "#shared/billing/plans/plan-features.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { IMAGE_MAX_BYTES } from "#shared/links/images/image-file.ts";
import { LIST_LIMITS } from "#shared/links/link-list.ts";
import { SHARED_LIMITS } from "#shared/platform/shared-limits.ts";
import { handlersFor } from "../route-work.ts";

type Options = { db: Db; now: () => Date; domains: Pick<DomainService, "list"> };

export function accountHandlers({ db, now, domains }: Options) {
	return handlersFor<typeof ACCOUNT_ROUTES>({
		async getMe({ user, planId, req }) {
			const key = req.apiKey;
			if (!key || !isPlanId(planId)) throw new Error("requireKey must stand before this handler");
			const usage = await accountUsage(db, user, { planId, at: now() });
			const own = await domains.list(user.id);
			return {
				body: {
					userSlug: user.userSlug,
					plan: planId,
					key: { name: key.name, scopes: key.scopes, expiresAt: key.expiresAt?.toISOString() ?? null },
					usage: { ...usage, domains: { used: own.length, limit: domainLimit(planId) } },
					limits: {
						titleCharacters: LINK_LIMITS.title,
						descriptionCharacters: LINK_LIMITS.description,
						imageBytes: IMAGE_MAX_BYTES,
						bulkItems: LIST_LIMITS.changes,
						chartDays: chartDays(planId),
					},
					rateLimits: { ...apiRequestLimits(planId), ...SHARED_LIMITS },
				},
			};
		},
	});
}
