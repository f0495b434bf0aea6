import type { Db } from "#server/platform/db/connect.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { imageLimits } from "#shared/billing/plans/image-limits.ts";
import { tagLimit } from "#shared/billing/plans/plan-features.ts";
import { monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";
import { imageUsage } from "./images/image-usage.ts";
import { countDay, countMonth, LINKS_PER_DAY } from "./link-quota.ts";
import { readAccountTags } from "./list/account-tags.ts";

type Asked = { planId: string; at: Date };

/**
 * What an account has used of each limit, counted as the limit itself counts. One query after the other, so that a request
 * takes one connection at a time.
 */
export async function accountUsage(db: Db, owner: Pick<User, "id">, { planId, at }: Asked) {
	const perMonth = monthlyLinkQuota(planId);
	const { imagesPerDay, originalsBytes } = imageLimits(planId);
	const month = await countMonth(db, owner, at);
	const today = perMonth === 0 ? await countDay(db, owner, at) : null;
	const tags = await readAccountTags(db, owner.id, { at, limit: tagLimit(planId) });
	const images = await imageUsage(db, owner.id, at);
	return {
		linksThisMonth: { used: month, limit: perMonth === 0 ? null : perMonth },
		linksToday: today === null ? null : { used: today, limit: LINKS_PER_DAY },
		tags: { used: tags.count, limit: tagLimit(planId) },
		imagesToday: { used: images.imagesToday, limit: imagesPerDay },
		originalsBytes: { used: images.originalsBytes, limit: originalsBytes },
	};
}
