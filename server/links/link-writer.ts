import { and, eq } from "drizzle-orm";
import type { ImageService } from "#server/links/images/image.service.ts";
import { withCardsToCome } from "#server/moderation/guard/content.ts";
import type { LinkJudgement, Moderation } from "#server/moderation/guard/moderation.service.ts";
import { shownReasons } from "#server/moderation/guard/present-flag.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName } from "#server/platform/db/former-names.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { createKeyedQueue } from "#server/platform/work/keyed-queue.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { tagLimit } from "#shared/billing/plans/plan-features.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { externalIdGiver } from "./external-ids.ts";
import { type IdempotencyKey, type Joined, keepKey, madeWithKey } from "./idempotency-keys.ts";
import type { TargetJudge } from "./judge-target.ts";
import { domainOfNew, lockLiveDomains } from "./link-domains.ts";
import type { StoredNotes } from "./link-notes.ts";
import {
	createNewAccountLimits,
	type NewAccountLimits,
	NO_NEW_ACCOUNT_LIMITS,
	publishUsage,
	quotaExceeded,
	remainingQuota,
	requireRoomToday,
} from "./link-quota.ts";
import { imagesShown, incomplete, insertCards, insertRows, updateRow } from "./link-rows.ts";
import { generateLinkSlug, slugTaken } from "./link-slug.ts";
import { tagGiver } from "./list/account-tags.ts";
import type { NewLink, Written } from "./new-link.ts";
import { createLinkReadings } from "./read-new-links.ts";

export type OwnerTransaction = {
	tx: Tx;
	owner: User;
	/** Creates links, in order; refused ones return their reason and don't affect the others. */
	write: (wanted: NewLink[], planId: string) => Promise<Written[]>;
};

type Edited = Partial<Link> & Pick<Link, "targetUrl">;
type Creation = {
	planId: string;
	savedBy?: IdempotencyKey;
	addTo?: (tx: Tx, linkId: number) => Promise<void>;
	joined?: Joined | undefined;
};

type Options = {
	db: Db;
	now: () => Date;
	storedImages: Pick<ImageService, "markAllUsed">;
	judgeTargets: TargetJudge;
	moderation: Pick<Moderation, "read" | "judgeRead" | "ownerOf" | "namesOf" | "keepNew" | "check">;
	newAccountLimits?: NewAccountLimits;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	newSlug?: () => string;
};

export type LinkWriter = ReturnType<typeof createLinkWriter>;

/** The only place that stores link targets (P593): all in one transaction, then the cache. */
export function createLinkWriter({
	db,
	now,
	storedImages,
	judgeTargets,
	moderation,
	newAccountLimits = createNewAccountLimits(NO_NEW_ACCOUNT_LIMITS),
	linkCache,
	newSlug = generateLinkSlug,
}: Options) {
	const queue = createKeyedQueue();
	const { read, judge } = createLinkReadings({ db, now, moderation, newAccountLimits });

	/** Runs `work` in a transaction, serialized per owner within this process. */
	function queued<T>(owner: Pick<User, "id">, work: (tx: Tx) => Promise<T>): Promise<T> {
		return queue.run(owner.id, () => db.transaction(work));
	}

	/**
	 * The same with the owner's row locked, so that concurrent requests can't exceed a limit together.
	 * @param owner with `userSlug`, a re-created account counts as deleted
	 * @returns null if the account was deleted
	 */
	async function transaction<T>(
		{ id, userSlug }: Pick<User, "id"> & Partial<Pick<User, "userSlug">>,
		work: (transaction: OwnerTransaction) => Promise<T>,
	): Promise<T | null> {
		const made: Link[] = [];
		const isOwner = and(eq(users.id, id), userSlug === undefined ? undefined : hasName(userSlug));
		const done = await queued({ id }, async (tx) => {
			const [owner] = await tx.select().from(users).where(isOwner).for("no key update");
			if (!owner) return null;
			const write = async (wanted: NewLink[], planId: string) => {
				const written = await insert(tx, owner, { wanted, planId });
				made.push(...written.flatMap((each) => ("link" in each ? each.link : [])));
				return written;
			};
			return { owner, result: await work({ tx, owner, write }) };
		});
		for (const { linkSlug } of made) linkCache.invalidate(done?.owner.userSlug ?? "", linkSlug);
		return done?.result ?? null;
	}

	/**
	 * Creates one link as requested; `addTo` writes related rows in the same transaction.
	 * @throws AppError "conflict" (slug taken), "quota_exceeded", "too_many" (daily limit), "invalid" (unknown image,
	 * target not allowed or blocked), "unauthenticated" (account deleted meanwhile)
	 */
	async function create(
		owner: Pick<User, "id" | "userSlug">,
		wanted: NewLink,
		{ planId, savedBy, addTo, joined }: Creation,
	): Promise<Link> {
		const names = await moderation.namesOf(db, owner.id);
		const reading = await moderation.read(withCardsToCome(wanted), names);
		const readLinks = [{ ...wanted, reading, isWhole: true }];
		const link = await transaction(owner, async ({ tx, write }) => {
			await joined?.begin(tx);
			const asked = savedBy && { userId: owner.id, key: savedBy.key, at: now() };
			// The same request may have been sent twice at once.
			const earlier = asked && (await madeWithKey(tx, asked));
			if (earlier) return earlier.link;
			await requireRoomToday(tx, owner, { planId, at: now() });
			const [written] = await write(readLinks, planId);
			if (!written || "refused" in written) {
				if (written?.refused === "blocked") throw written.error;
				throw written?.refused === "no room" ? quotaExceeded(planId) : slugTaken();
			}
			const { id } = written.link;
			if (asked) await keepKey(tx, asked, { linkId: id, contentHash: savedBy.contentHash });
			await addTo?.(tx, id);
			const [present] = addTo ? await tx.select().from(links).where(eq(links.id, id)) : [];
			if (present) await moderation.check(tx, present, reading);
			await joined?.end(tx, [id]);
			return present ?? written.link;
		});
		if (!link) throw new AppError("unauthenticated", "Unauthorized");
		return link;
	}

	async function insert(tx: Tx, owner: User, { wanted, planId }: { wanted: NewLink[]; planId: string }) {
		const createdAt = now();
		const room = await remainingQuota(tx, owner, { planId, at: createdAt });
		const fitting = wanted.slice(0, Math.max(room, 0));
		const live = await lockLiveDomains(tx, owner.id);
		const isShown = await imagesShown(tx, owner, { wanted: fitting, storedImages });
		const giveTags = await tagGiver(tx, owner, { wanted: fitting, at: createdAt, limit: tagLimit(planId) });
		const beyond = await newAccountLimits(tx, owner, {
			targets: fitting.map(({ targetUrl }) => targetUrl),
			at: createdAt,
		});
		const targetRefusals = await judgeTargets(tx, fitting);
		const moderatedOwner = await moderation.ownerOf(tx, owner.id);
		const giveExternalId = await externalIdGiver(tx, owner, fitting);
		const prepared: ReturnType<typeof prepare>[] = [];
		for (const [n, each] of fitting.entries()) {
			await yieldAfterSlice();
			const { domainId, refused: notYours } = domainOfNew(live, each.domain);
			const early = targetRefusals[n] ?? beyond[n] ?? notYours ?? giveExternalId(each);
			const judgement = early ? null : await moderation.judgeRead(withCardsToCome(each), each.reading, moderatedOwner);
			const refused = early ?? judgement?.error;
			if (refused) prepared.push(refused);
			else if (judgement) prepared.push(prepare(each, judgement, domainId));
		}
		const open = prepared.flatMap((one) => (one instanceof AppError ? [] : one));
		const owned = open.map(({ wantedSlug, values }) => ({
			wantedSlug,
			values: { ...values, userId: owner.id, createdAt },
		}));
		const inserted = await insertRows(tx, owned, newSlug);
		const written: Written[] = [];
		const made: Parameters<Moderation["keepNew"]>[1] = [];
		for (const one of prepared) {
			if (one instanceof AppError) {
				written.push({ refused: "blocked", error: one });
				continue;
			}
			const { cards, leftOut, judgement } = one;
			const link = inserted.shift();
			if (link) made.push({ link, cards, judgement });
			const reasons = shownReasons(judgement.reasons, moderatedOwner);
			written.push(link ? { link: await insertCards(tx, link, cards), leftOut, reasons } : { refused: "slug taken" });
		}
		await moderation.keepNew(tx, made);
		await publishUsage(tx, owner, { planId, at: createdAt, room, made: made.length });
		return [...written, ...wanted.slice(fitting.length).map((): Written => ({ refused: "no room" }))];

		function prepare(
			{ reading: _, cardsToCome: __, domain: ___, isWhole = false, ...each }: NewLink,
			judgement: LinkJudgement,
			domainId: number | null,
		) {
			const { linkSlug: wantedSlug, imageUrl: named, isArchived, cards: cardsOf, tags: asked, ...texts } = each;
			const imageUrl = isShown(named);
			const cards = cardsOf.map((card) => ({ ...card, imageUrl: isShown(card.imageUrl ?? null) }));
			const tags = giveTags(asked);
			const leftOut: ("image" | "tags")[] = [];
			if (imageUrl !== named) leftOut.push("image");
			if (tags.length < asked.length) leftOut.push("tags");
			if (isWhole && leftOut.length > 0) return incomplete(leftOut, tagLimit(planId));
			const archivedAt = isArchived ? createdAt : null;
			const values = { ...texts, imageUrl, imageSource: "upload", tags, archivedAt, domainId };
			return { wantedSlug, cards, leftOut, judgement, values };
		}
	}

	/** Edits the owner's link; the owner's row is locked. @throws as `create` for its target and slug */
	async function change(tx: Tx, present: Link, edited: Edited): Promise<Link> {
		const [refused] = await judgeTargets(tx, [edited]);
		if (refused) throw refused;
		return (await updateRow(tx, present.id, edited)) ?? present;
	}

	/** Stores notes about the owner's link; the owner's row is locked. @throws AppError "external_id_taken" */
	async function note(tx: Tx, { id }: Pick<Link, "id">, noted: StoredNotes): Promise<void> {
		await updateRow(tx, id, noted);
	}

	return { queued, transaction, read, judge, create, change, note };
}
