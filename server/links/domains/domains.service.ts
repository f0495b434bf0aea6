import { randomBytes } from "node:crypto";
import { and, asc, count, eq } from "drizzle-orm";
import type { TargetJudge } from "#server/links/judge-target.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import { notifyOfDomains } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { domainLimit } from "#shared/billing/plans/plan-features.ts";
import { DOMAIN_NOT_FOUND, type DomainSettings } from "#shared/links/domains/domain.ts";
import { DOMAIN_DISABLED } from "#shared/links/domains/domain-check.ts";
import { type DomainRow, domains } from "#shared/links/domains/domains.table.ts";
import { typedAddress } from "#shared/links/target-problem.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import type { DomainChecker } from "./domain-checker.ts";
import { isBelowLocalhost, judgeHost } from "./judge-host.ts";
import { refusedHost, refusedTarget } from "./refused-address.ts";

type Options = {
	db: Db;
	now: () => Date;
	ownHosts: readonly string[];
	allowsLocalhost: boolean;
	checker: Pick<DomainChecker, "check">;
	judgeTargets: TargetJudge;
	moderation: Pick<Moderation, "reasonAgainstHost" | "reasonAgainstTarget">;
	/** A new domain is checked at once. */
	wake: () => void;
};

/** A check that is asked for sooner after the last one answers what that one found. */
const CHECK_AGAIN_MS = 5_000;

/** What a service of domains can do. */
export type DomainService = ReturnType<typeof createDomainService>;

/** An account's own domains (P620). */
export function createDomainService(options: Options) {
	const { db, now, ownHosts, allowsLocalhost, checker, judgeTargets, moderation, wake } = options;
	/**
	 * @throws AppError "invalid_domain", "website_not_allowed", "unsafe_target", "plan_required", "domain_limit_reached", "domain_exists";
	 * "unauthenticated" when the account was deleted meanwhile
	 */
	async function add(userId: string, typed: string, planId: string | null): Promise<DomainRow> {
		const limit = domainLimit(planId);
		if (limit === 0) {
			throw new AppError("plan_required", "Links on your own domain need the Basic plan or a higher one");
		}
		const host = judgeHost(typed, { ownHosts, allowsLocalhost });
		// No link may lead below localhost, which is no harm in a domain there.
		const [refused] = isBelowLocalhost(host)
			? []
			: await judgeTargets(db, [{ targetUrl: `https://${host}/` }], { isDomain: true });
		if (refused) throw new AppError(refused.code, "This domain isn't allowed.", { field: "host" });
		const reason = await moderation.reasonAgainstHost(userId, host);
		if (reason) throw refusedHost(reason, host);
		const row = await db
			.transaction(async (tx) => {
				// One after the other, so that many at once can't pass the limit together.
				if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
				const [owned] = await tx.select({ count: count() }).from(domains).where(eq(domains.userId, userId));
				if ((owned?.count ?? 0) >= limit) {
					const message = `Your plan includes ${limit} ${limit === 1 ? "domain" : "domains"}. Remove one first.`;
					throw new AppError("domain_limit_reached", message, { limit });
				}
				const at = now();
				const token = randomBytes(20).toString("hex");
				const [added] = await tx
					.insert(domains)
					.values({ userId, host, token, createdAt: at, nextCheckAt: at })
					.returning();
				await notifyOfDomains(tx, userId);
				return added;
			})
			.catch((error: unknown) => {
				if (!isUniqueViolation(error, "domains_user_host")) throw error;
				throw new AppError("domain_exists", "You've added this domain already.", { field: "host" });
			});
		if (!row) throw new Error("The domain was not written.");
		wake();
		return row;
	}

	/** What DNS says now. @throws AppError "domain_not_found" */
	async function checkNow(userId: string, id: number): Promise<DomainRow> {
		const row = await own(userId, id);
		if (row.checkedAt && now().getTime() - row.checkedAt.getTime() < CHECK_AGAIN_MS) return row;
		const checked = await checker.check(row);
		if (!checked) throw notFound();
		return checked;
	}

	/**
	 * @throws AppError "domain_not_found", "domain_not_verified" and "domain_disabled" for a default, "invalid_url",
	 * "website_not_allowed" and "unsafe_target" for where addresses without a link may not lead
	 */
	async function change(userId: string, id: number, settings: DomainSettings): Promise<DomainRow> {
		const present = await own(userId, id);
		const rootTarget = await targetOf(present, settings, "rootTarget");
		const unknownTarget = await targetOf(present, settings, "unknownTarget");
		return db.transaction(async (tx) => {
			if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
			const isOwn = and(eq(domains.userId, userId), eq(domains.id, id));
			const [row] = await tx.select().from(domains).where(isOwn).for("update");
			if (!row) throw notFound();
			const { isDefault = row.isDefault } = settings;
			if (isDefault && !row.isDefault) {
				if (row.disabledAt !== null) throw new AppError("domain_disabled", DOMAIN_DISABLED);
				if (row.verifiedAt === null) throw new AppError("domain_not_verified", "Verify this domain first.");
				await tx
					.update(domains)
					.set({ isDefault: false })
					.where(and(eq(domains.userId, userId), eq(domains.isDefault, true)));
			}
			const set = {
				isDefault,
				rootTarget: rootTarget === undefined ? row.rootTarget : rootTarget,
				unknownTarget: unknownTarget === undefined ? row.unknownTarget : unknownTarget,
			};
			const [changed] = await tx.update(domains).set(set).where(isOwn).returning();
			if (!changed) throw notFound();
			await notifyOfDomains(tx, userId);
			return changed;
		});
	}

	/** An address that stays as it is: undefined; one that is taken away: null. */
	async function targetOf(
		{ userId, host }: DomainRow,
		settings: DomainSettings,
		field: "rootTarget" | "unknownTarget",
	) {
		const typed = settings[field];
		if (typed === undefined) return undefined;
		if (typed === null || typed.trim() === "") return null;
		const address = typedAddress(typed);
		const url = address === null ? null : parseWebAddress(address);
		if (url === null) throw new AppError("invalid_url", "Please enter a valid URL", { field });
		if (hostOf(url) === host) {
			throw new AppError("invalid_url", "This address is on the domain itself. Enter another one.", { field });
		}
		const [refused] = await judgeTargets(db, [{ targetUrl: url.href }]);
		if (refused) throw new AppError(refused.code, refused.message, { field });
		const reason = await moderation.reasonAgainstTarget(userId, url);
		if (reason) throw refusedTarget(reason, url.href, field);
		return url.href;
	}

	/** The host is free for everyone who can verify it. @throws AppError "domain_not_found" */
	async function remove(userId: string, id: number): Promise<void> {
		const isOwn = and(eq(domains.userId, userId), eq(domains.id, id));
		const [removed] = await db.delete(domains).where(isOwn).returning({ id: domains.id });
		if (!removed) throw notFound();
		await notifyOfDomains(db, userId);
	}

	/** @throws AppError "domain_not_found" */
	async function own(userId: string, id: number): Promise<DomainRow> {
		const isOwn = and(eq(domains.userId, userId), eq(domains.id, id));
		const [row] = await db.select().from(domains).where(isOwn);
		if (!row) throw notFound();
		return row;
	}

	return { list: (userId: string) => listDomains(db, userId), find: own, add, checkNow, change, remove };
}

/** In the order in which they were added. */
export function listDomains(db: Db, userId: string): Promise<DomainRow[]> {
	return db.select().from(domains).where(eq(domains.userId, userId)).orderBy(asc(domains.id));
}

function notFound(): AppError {
	return new AppError("domain_not_found", DOMAIN_NOT_FOUND);
}
