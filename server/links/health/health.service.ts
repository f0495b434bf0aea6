import { eq, sql } from "drizzle-orm";
import { isOwnLink, linkNotFound, ownLink } from "#server/account/auth/own-link.ts";
import { notifyOfHealth } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import type { TargetState } from "#shared/links/health/target-failure.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { HealthChecker } from "./health-checker.ts";
import { addTargets } from "./health-planner.ts";
import { targetOf } from "./target-of.ts";

type Options = { db: Db; checker: HealthChecker; now: () => Date };

const PER_MINUTE = 6;

export type HealthService = ReturnType<typeof createHealthService>;

/** An owner's checks of the targets of own links (P686). */
export function createHealthService({ db, checker, now }: Options) {
	const rate = createRateLimiter({ max: PER_MINUTE, perMs: 60_000, now: () => now().getTime() });

	/** @throws AppError "link_not_found" */
	async function find(userId: string, id: number): Promise<TargetState> {
		await ownLink(db, userId, id);
		const [row] = await db
			.select({ isOff: linkHealth.isOff, target: targetHealth })
			.from(linkHealth)
			.leftJoin(targetHealth, eq(targetHealth.target, linkHealth.target))
			.where(eq(linkHealth.linkId, id));
		const { goneSince, failure, askedAt } = row?.target ?? {};
		return {
			goneSince: goneSince?.toISOString() ?? null,
			failure: (goneSince && failure) || null,
			checkedAt: askedAt?.toISOString() ?? null,
			isOff: row?.isOff ?? false,
		};
	}

	/**
	 * Checks a link's target now, if checks aren't off.
	 * @throws AppError "link_not_found"; "rate_limited" beyond six a minute, or where its host was asked within a minute
	 */
	async function checkNow(userId: string, id: number): Promise<TargetState> {
		const link = await ownLink(db, userId, id);
		if (!rate.take(userId)) throw tooOften(rate.refusal(userId).retryAfterSeconds);
		const target = targetOf(link.targetUrl);
		const { isOff } = await find(userId, id);
		if (!target || isOff) return find(userId, id);
		await db.transaction((tx) => addTargets(tx, [{ ...target, id, userId }], now()));
		const waitMs = await checker.checkNow(target.target);
		if (waitMs > 0) throw tooOften(Math.ceil(waitMs / 1_000));
		return find(userId, id);
	}

	/** Turns the checks of a link off or on. @throws AppError "link_not_found" */
	async function change(userId: string, id: number, { isOff }: { isOff: boolean }): Promise<TargetState> {
		await db.transaction(async (tx) => {
			const [link] = await tx.select({ id: links.id }).from(links).where(isOwnLink(userId, id)).for("key share");
			if (!link) throw linkNotFound();
			await tx
				.insert(linkHealth)
				.values({ linkId: id, isOff })
				.onConflictDoUpdate({
					target: linkHealth.linkId,
					set: { isOff, target: isOff ? null : sql`${linkHealth.target}` },
				});
			await notifyOfHealth(tx, userId, [id]);
		});
		return find(userId, id);
	}

	return { find, checkNow, change };
}

function tooOften(retryAfterSeconds: number): AppError {
	return new AppError("rate_limited", "This website was checked just now. Try again in a minute.", {
		retryAfterSeconds,
	});
}
