import { and, eq, getTableColumns, isNotNull, or, sql } from "drizzle-orm";
import { isOwnLink, linkNotFound } from "#server/account/auth/own-link.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import { hostIsDisabled } from "#server/moderation/disabling/disabled-hosts.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Reading } from "#server/moderation/guard/read-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { allOrRefused } from "#server/platform/http/refusals.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";
import type { CardOverride } from "#shared/links/cards/card-override.ts";
import type { CardTarget } from "#shared/links/cards/card-targets.ts";
import type { MonthlyUsage, SlugAvailability } from "#shared/links/link.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { LINK_CHANGED, type LinkForm, SLUG_TAKEN } from "#shared/links/link-form.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import type { LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { requirePlanFor, valuesOf } from "./field-values.ts";
import { contentHashOf, madeWithKey } from "./idempotency-keys.ts";
import { isOpenAlias } from "./link-aliases.ts";
import type { LinkContents } from "./link-contents.ts";
import { countMonth, quotaExceeded, remainingQuota } from "./link-quota.ts";
import { linkRevision, type Revised } from "./link-revision.ts";
import { isSlug } from "./link-slug.ts";
import type { LinkWriter } from "./link-writer.ts";

export type Links = ReturnType<typeof createLinkService>;

type Options = {
	db: Db;
	contents: LinkContents;
	/** An uploaded image stays for as long as the owner of a link that has ever shown it has an account. */
	storedImages: Pick<ImageService, "requireShown">;
	now: () => Date;
	/** What `/go` remembers; it must not outlive a change. */
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	writer: Pick<LinkWriter, "create" | "change" | "queued">;
	/** Says which links are flagged, and refuses what is blocked. */
	moderation: Pick<Moderation, "prepare" | "readAhead" | "contentOf" | "check" | "find">;
	cards: CardsOfEdit;
};

/** Cards for some apps, by target; null removes one. */
export type CardEdits = ReadonlyMap<CardTarget, { form: CardOverride; upload: Buffer | undefined } | null>;
/** The feature that owns them: it judges what an edit sends, and writes it in the edit's transaction (P345). */
export type CardsOfEdit = {
	validated(owner: Owner, planId: string, edits: CardEdits): Promise<(tx: Tx, linkId: number) => Promise<void>>;
};

/** A link, and whether an operator has disabled it, its owner or its target's host. */
export type OwnLink = Link & { isDisabled: boolean; flag?: LinkFlag | null };
export type Owner = Pick<User, "id" | "userSlug" | "disabledAt">;
export type Submission = { planId: string; form: LinkForm; upload: Buffer | undefined; cards?: CardEdits };
/** `revision`: of the link that the edit began from; null asks for no comparison. */
type Edit = Submission & { revision?: string | null };

/** The links of one owner; other users' links are treated as not found (P46 to P62). */
export function createLinkService({ db, now, contents, storedImages, linkCache, writer, moderation, cards }: Options) {
	/** @throws AppError "not_found" for a missing, deleted or foreign link. */
	async function find(owner: Owner, linkSlug: string): Promise<OwnLink> {
		const [link] = isSlug(linkSlug) ? await db.select(columnsFor(owner)).from(links).where(isOwn(owner, linkSlug)) : [];
		if (!link) throw linkNotFound();
		return { ...link, flag: await moderation.find(link.id) };
	}

	async function monthlyUsage(owner: Owner, planId: string): Promise<MonthlyUsage> {
		return { monthlyCount: await countMonth(db, owner, now()), limit: monthlyLinkQuota(planId) };
	}

	/**
	 * For a request that creates a link, unless it repeats one. `create` makes sure once more.
	 * @throws AppError "quota_exceeded" when no link can be created this month
	 */
	async function requireQuota(owner: Owner, planId: string, key: string | null): Promise<void> {
		if ((await remainingQuota(db, owner, { planId, at: now() })) > 0) return;
		if (key !== null && (await madeWithKey(db, { userId: owner.id, key, at: now() }))) return;
		throw quotaExceeded(planId);
	}

	/** Whether the owner can give this slug to a link; to that of this key, if it has made one. */
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
	 * Creates a link. A request with the key of an earlier one gets the link that made, with what it sends now (P494).
	 * @throws AppError "invalid", "unsupported_type", "plan_required" (own slug without the plan for it), "conflict"
	 * (slug taken), "quota_exceeded", "too_many" (of a day), "unauthenticated" (the account was deleted meanwhile).
	 */
	async function create(owner: Owner, submission: Submission, key: string | null = null): Promise<OwnLink> {
		const { planId, form, upload, cards: edits = new Map() } = submission;
		const savedBy = key === null ? undefined : { key, contentHash: contentHashOf(submission) };
		const earlier = savedBy && (await madeWithKey(db, { userId: owner.id, key: savedBy.key, at: now() }));
		if (earlier) {
			const { linkSlug } = earlier.link;
			return earlier.contentHash === savedBy.contentHash ? find(owner, linkSlug) : update(owner, linkSlug, submission);
		}
		requirePlanFor(planId, { wanted: { linkSlug: form.customLinkSlug } });
		const [values, validated, addTo] = await allOrRefused([
			async () => valuesOf({ ...form, afterUrl: await contents.afterUrlOf(form) }, { planId }),
			() => contents.of(owner, form, upload),
			() => cards.validated(owner, planId, edits),
		]);
		const link = { ...values, ...validated, linkSlug: form.customLinkSlug, tags: [], isArchived: false, cards: [] };
		const cardsToCome = [...edits.values()].flatMap((sent) => sent?.form ?? []);
		await moderation.prepare({ ...link, afterUrl: link.afterUrl ?? null });
		const made = await writer.create(
			owner,
			{ ...link, cardsToCome },
			{
				planId,
				...(savedBy && { savedBy }),
				...(edits.size > 0 && { addTo }),
			},
		);
		return { ...made, isDisabled: false, flag: await moderation.find(made.id) };
	}

	/**
	 * As `create`, for the user's own link; without a slug it keeps the one it has. Another slug makes the present one an
	 * alias, by a trigger (P320).
	 * @throws AppError "changed" when someone has saved something else since the edit began, "too_many_aliases".
	 */
	async function update(
		owner: Owner,
		linkSlug: string,
		{ planId, form, upload, revision = null, cards: edits = new Map() }: Edit,
	): Promise<OwnLink> {
		const present = await find(owner, linkSlug);
		requirePlanFor(planId, { wanted: { linkSlug: form.customLinkSlug }, present });
		const [validated, wanted, writeCards] = await allOrRefused([
			async () => {
				const validated = { ...form, afterUrl: await contents.afterUrlOf(form) };
				valuesOf(validated, { planId, present });
				return validated;
			},
			() => contents.of(owner, form, upload),
			() => cards.validated(owner, planId, edits),
		]);
		await moderation.prepare({ ...wanted, afterUrl: validated.afterUrl ?? null });
		const reading = await readAhead(present, { ...wanted, ...valuesOf(validated, { planId, present }) }, form, edits);
		const { before, after, flag } = await writer.queued(owner, async (tx) => {
			// In the order of the link writer and of the account's deletion: the owner's row before any link's or image's.
			await lockOwner(tx, owner.id);
			const [before] = await tx.select().from(links).where(isOwn(owner, linkSlug)).for("update");
			if (!before) throw linkNotFound();
			if (before.disabledAt) throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
			const edited = {
				...wanted,
				...valuesOf(validated, { planId, present: before }),
				linkSlug: form.customLinkSlug ?? before.linkSlug,
			};
			if (revision !== null) requireUnchanged({ before, edited, revision });
			await writeCards(tx, before.id);
			const { imageUrl } = wanted;
			if (imageUrl !== before.imageUrl) await storedImages.requireShown(tx, { imageUrl, userId: owner.id });
			const after = await writer.change(tx, before, edited);
			return { before, after, flag: await moderation.check(tx, after, reading) };
		});
		linkCache.invalidate(owner.userSlug, before.linkSlug);
		linkCache.invalidate(owner.userSlug, after.linkSlug);
		return { ...after, isDisabled: false, flag };
	}

	/** Reads the link as an edit will leave it, before its transaction. */
	async function readAhead(present: Link, values: Partial<Link>, form: LinkForm, edits: CardEdits): Promise<Reading> {
		const stored = await moderation.contentOf(present);
		const linkSlug = form.customLinkSlug ?? present.linkSlug;
		const isRenamed = linkSlug.toLowerCase() !== present.linkSlug.toLowerCase();
		const aliases = [...stored.aliases, ...(isRenamed ? [present.linkSlug] : [])].filter(
			(alias) => alias.toLowerCase() !== linkSlug.toLowerCase(),
		);
		const kept = stored.cards.filter(({ target }) => !edits.has(target));
		const cards = [...kept, ...[...edits.values()].flatMap((sent) => sent?.form ?? [])];
		return moderation.readAhead(present.userId, { ...stored, ...values, linkSlug, aliases, cards });
	}

	/** Marks a link as deleted; its slug is free again. @throws AppError "not_found", the second time too. */
	async function remove(owner: Owner, id: number): Promise<void> {
		const changes = { deleted: true, deletedAt: now() };
		const [removed] = await db.update(links).set(changes).where(isOwnLink(owner.id, id)).returning();
		if (!removed) throw linkNotFound();
		linkCache.invalidate(owner.userSlug, removed.linkSlug);
	}

	return { find, monthlyUsage, requireQuota, slugAvailability, create, update, remove };
}

/** Saving what is stored already is no conflict: the first answer may have been lost. */
function requireUnchanged({ before, edited, revision }: { before: Link; edited: Revised; revision: string }): void {
	const present = linkRevision(before);
	if (present !== revision && present !== linkRevision(edited)) throw new AppError("changed", LINK_CHANGED);
}

export function columnsFor(owner: Owner) {
	const isDisabled = sql<boolean>`(${owner.disabledAt !== null}::boolean OR ${links.disabledAt} IS NOT NULL
		OR ${sql.raw(hostIsDisabled("links.target_url"))})`;
	return { ...getTableColumns(links), isDisabled };
}

/** Slugs are looked up without regard to case, as the index `links_user_slug` keeps them. */
function isOwn(owner: Owner, linkSlug: string) {
	return and(occupies(owner, linkSlug), eq(links.deleted, false));
}

/** A disabled link's slug stays taken when the link is deleted: what was disabled can't come back at its address. */
function occupies(owner: Owner, linkSlug: string) {
	return and(
		eq(links.userId, owner.id),
		eq(sql`lower(${links.linkSlug})`, linkSlug.toLowerCase()),
		or(eq(links.deleted, false), isNotNull(links.disabledAt)),
	);
}
