import { getTableColumns, sql } from "drizzle-orm";
import { isOwnLink, linkNotFound } from "#server/account/auth/own-link.ts";
import { hostIsDisabled } from "#server/moderation/disabling/disabled-hosts.ts";
import { LINK_DOMAIN } from "#server/platform/db/link-domain.ts";
import { TARGET_STATE } from "#server/platform/db/link-health.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";
import type { CardOverride } from "#shared/links/cards/card-override.ts";
import type { CardTarget } from "#shared/links/cards/card-targets.ts";
import type { TargetState } from "#shared/links/health/target-failure.ts";
import type { MonthlyUsage, SlugAvailability } from "#shared/links/link.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { type LinkForm, SLUG_TAKEN } from "#shared/links/link-form.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import type { LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { createLinkEdit, type LinkEditOptions } from "./edit-link.ts";
import { contentHashOf, type Joined, madeWithKey } from "./idempotency-keys.ts";
import { cardsOf, valuesOf } from "./link-contents.ts";
import { hostOfLink } from "./link-domains.ts";
import { type LinkNotes, requireTagsFor } from "./link-notes.ts";
import { countMonth, quotaExceeded, remainingQuota } from "./link-quota.ts";
import { isNamedBy, isOpenAlias, isSlug, type LinkName, occupies } from "./link-slug.ts";

export type Links = ReturnType<typeof createLinkService>;

type Options = Omit<LinkEditOptions, "find">;

/** Custom cards by target; null removes one. */
export type CardEdits = ReadonlyMap<CardTarget, { form: CardOverride; upload: Buffer | undefined } | null>;
/** Custom cards: validates what an edit sends, and writes it in the edit's transaction (P345). */
export type CardsOfEdit = {
	validated(owner: Owner, planId: string, edits: CardEdits): Promise<(tx: Tx, linkId: number) => Promise<void>>;
};

/** A link, whether an operator has disabled it, its owner or its target's host, and the host that it is shown on. */
export type OwnLink = Link & {
	isDisabled: boolean;
	domain: string | null;
	flag?: LinkFlag | null;
	targetState?: TargetState | null;
};
export type Owner = Pick<User, "id" | "userSlug" | "disabledAt">;
export type Submission = {
	planId: string;
	form: LinkForm;
	upload: Buffer | undefined;
	cards?: CardEdits;
	notes?: LinkNotes;
};
/** What an edit changes: fields that it leaves out stay. */
export type EditedContent = Omit<Submission, "form"> & {
	form: { [Name in keyof LinkForm]?: LinkForm[Name] | undefined };
};

/** Creates the service for an owner's links; other users' links are treated as not found (P46 to P62). */
export function createLinkService(options: Options) {
	const { db, now, contents, linkCache, writer, moderation } = options;
	const update = createLinkEdit({ ...options, find });

	/** @throws AppError "not_found" for a missing, deleted or foreign link. */
	async function find(owner: Owner, name: LinkName): Promise<OwnLink> {
		const isNamed = typeof name === "number" || isSlug(name);
		const columns = { ...columnsFor(owner), targetState: TARGET_STATE };
		const [link] = isNamed ? await db.select(columns).from(links).where(isNamedBy(owner, name)) : [];
		if (!link) throw linkNotFound();
		return { ...link, flag: await moderation.find(link.id) };
	}

	async function monthlyUsage(owner: Owner, planId: string): Promise<MonthlyUsage> {
		return { monthlyCount: await countMonth(db, owner, now()), limit: monthlyLinkQuota(planId) };
	}

	/**
	 * Refuses early a request that would create a link, unless it repeats one. `create` checks again.
	 * @throws AppError "quota_exceeded" if no link can be created this month
	 */
	async function requireQuota(owner: Owner, planId: string, key: string | null): Promise<void> {
		if ((await remainingQuota(db, owner, { planId, at: now() })) > 0) return;
		if (key !== null && (await madeWithKey(db, { userId: owner.id, key, at: now() }))) return;
		throw quotaExceeded(planId);
	}

	/** Whether the slug is free, or belongs to the link created with this key. */
	async function slugAvailability(
		owner: Owner,
		linkSlug: string,
		key: string | null = null,
	): Promise<SlugAvailability> {
		const [taken] = await db.select({ id: links.id }).from(links).where(occupies(owner, linkSlug));
		const [alias] = await db
			.select({ id: linkAliases.id })
			.from(linkAliases)
			.where(isOpenAlias(owner.id, [linkSlug]));
		if (!taken && !alias) return { available: true };
		const made = key && (await madeWithKey(db, { userId: owner.id, key, at: now() }));
		if (made && made.link.linkSlug.toLowerCase() === linkSlug.toLowerCase()) return { available: true };
		return { available: false, message: SLUG_TAKEN };
	}

	/**
	 * Creates a link. A request with an earlier key updates that link (P494).
	 * @throws AppError "invalid", "unsupported_type", "plan_required" (custom slug), "conflict" (slug taken),
	 * "quota_exceeded", "too_many" (daily limit), "unauthenticated" (account deleted meanwhile)
	 */
	async function create(
		owner: Owner,
		submission: Submission,
		key: string | null = null,
		joined?: Joined,
	): Promise<OwnLink> {
		const { planId } = submission;
		const savedBy = key === null ? undefined : { key, contentHash: contentHashOf(submission) };
		const earlier = savedBy && (await madeWithKey(db, { userId: owner.id, key: savedBy.key, at: now() }));
		if (earlier) {
			const { linkSlug } = earlier.link;
			return earlier.contentHash === savedBy.contentHash ? find(owner, linkSlug) : update(owner, linkSlug, submission);
		}
		const { link, addTo } = await newLink(owner, submission);
		await moderation.prepare({ ...link, afterUrl: link.afterUrl ?? null });
		const cardsToCome = cardsOf(submission);
		const how = { planId, joined, ...(savedBy && { savedBy }), ...(addTo && { addTo }) };
		const made = await writer.create(owner, { ...link, cardsToCome }, how);
		return { ...made, isDisabled: false, domain: await hostOfLink(db, made), flag: await moderation.find(made.id) };
	}

	/** Validates a new link. @throws AppError as `create` does before its transaction */
	async function newLink(owner: Owner, submission: Submission) {
		const { planId, notes = {} } = submission;
		const { wanted, content, writeCards: addTo } = await contents.judge(owner, submission);
		requireTagsFor(planId, notes);
		const values = { ...valuesOf(wanted, { planId }), ...content };
		const { customLinkSlug: linkSlug, domain } = wanted;
		const { tags = [], isArchived = false, externalId = null } = notes;
		return { link: { ...values, linkSlug: linkSlug ?? null, domain, tags, isArchived, externalId, cards: [] }, addTo };
	}

	/** Soft-deletes a link and frees its slug. @throws AppError "not_found", also the second time. */
	async function remove(owner: Owner, id: number): Promise<void> {
		const changes = { deleted: true, deletedAt: now() };
		const [removed] = await db.update(links).set(changes).where(isOwnLink(owner.id, id)).returning();
		if (!removed) throw linkNotFound();
		linkCache.invalidate(owner.userSlug, removed.linkSlug);
	}

	return { find, monthlyUsage, requireQuota, slugAvailability, create, newLink, update, remove };
}

export function columnsFor(owner: Owner) {
	const isDisabled = sql<boolean>`(${owner.disabledAt !== null}::boolean OR ${links.disabledAt} IS NOT NULL
		OR ${sql.raw(hostIsDisabled("links.target_url"))})`;
	return { ...getTableColumns(links), isDisabled, domain: LINK_DOMAIN };
}
