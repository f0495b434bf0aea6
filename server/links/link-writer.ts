import { and, eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { hasName } from "#server/db/former-names.ts";
import type { Tx } from "#server/db/tx.ts";
import type { LinkContent } from "#server/guard/content.ts";
import type { Guard, LinkJudgement } from "#server/guard/guard.service.ts";
import { shownReasons } from "#server/guard/present-flag.ts";
import type { Reading } from "#server/guard/read-link.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Pictures } from "#server/images/pictures.service.ts";
import { createKeyedQueue } from "#server/work/keyed-queue.ts";
import { yieldAfterSlice } from "#server/work/time-slice.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import type { GuardReason } from "#shared/guard/guard-reason.ts";
import { imageFileName } from "#shared/links/image-url.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { tagLimit } from "#shared/plans/plan-features.ts";
import { type IdempotencyKey, keepKey, madeWithKey } from "./idempotency-keys.ts";
import { isOpenAlias } from "./link-aliases.ts";
import { quotaExceeded, requireRoomToday, roomOfMonth } from "./link-quota.ts";
import { generateLinkSlug } from "./link-slug.ts";
import { tagGiver } from "./list/account-tags.ts";
import { createNewcomers, type Newcomers, NO_NEWCOMER_LIMITS } from "./newcomers.ts";

type Required = "title" | "description" | "targetUrl" | "imageUrl" | "tags";
type Optional = Exclude<LinkField, Required | "linkSlug" | "archivedAt">;

/**
 * A link that is to be made, judged and normalized; `linkSlug` null asks for a random one. An optional field that it
 * leaves out is empty.
 */
export type NewLink = Pick<Link, Required> & { [Name in Optional]?: Link[Name] } & {
	linkSlug: string | null;
	isArchived: boolean;
	cards: Omit<typeof linkCards.$inferInsert, "linkId">[];
	/** The guard's, of `LinkWriter.read`; what has none, or an outdated one, is read within the transaction. */
	reading?: Reading;
	/** Texts of cards that `addTo` writes: the link is judged with them. */
	cardsToCome?: LinkContent["cards"];
};

/**
 * The outcome; `leftOut` names an image of ours that isn't the owner's, and tags that found no room; `reasons` are those of a
 * flagged link (P382).
 */
export type Written =
	| { link: Link; leftOut: ("image" | "tags")[]; reasons: GuardReason[] }
	| { refused: "no room" | "slug taken" }
	| { refused: "blocked"; error: AppError };

/** A transaction that holds the lock of the owner's row. */
export type OwnerTransaction = {
	tx: Tx;
	owner: User;
	/** Makes links, in order; those refused come back with the reason, and the others are made all the same. */
	write: (wanted: NewLink[], planId: string) => Promise<Written[]>;
};

type Reads = { planId: string; signal?: AbortSignal };
type Creation = { planId: string; savedBy?: IdempotencyKey; addTo?: (tx: Tx, linkId: number) => Promise<void> };

type Options = {
	db: Db;
	now: () => Date;
	pictures: Pick<Pictures, "markAllUsed">;
	guard: Pick<Guard, "read" | "judgeRead" | "ownerOf" | "namesOf" | "keepNew" | "check">;
	/** What new accounts may create; without it there is no limit. */
	newcomers?: Newcomers;
	/** What `/go` remembers; it must not outlive a change. */
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	newSlug?: () => string;
};

const SLUG_ATTEMPTS = 5;

export type LinkWriter = ReturnType<typeof createLinkWriter>;

/**
 * The one place that inserts links, for the form, duplicates and imports: quota, slug, image, tags and cards in one
 * transaction, then the cache.
 */
export function createLinkWriter({
	db,
	now,
	pictures,
	guard,
	newcomers = createNewcomers(NO_NEWCOMER_LIMITS),
	linkCache,
	newSlug = generateLinkSlug,
}: Options) {
	const queue = createKeyedQueue();

	/** Runs `work` in a transaction, one at a time for each owner in this process. */
	function queued<T>(owner: Pick<User, "id">, work: (tx: Tx) => Promise<T>): Promise<T> {
		return queue.run(owner.id, () => db.transaction(work));
	}

	/**
	 * The same with the owner's row locked, so that many at once can't pass a limit together.
	 * @param owner with a `userSlug`, an account that never had this one counts as deleted: the same person began again
	 * @returns null when the account was deleted
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
	 * Reads links for the guard before the transaction that makes them; those beyond a limit are left as they are.
	 * @returns the same links, in order
	 * @throws the reason of `signal` as soon as it is aborted
	 */
	async function read({ id }: Pick<User, "id">, wanted: NewLink[], { planId, signal }: Reads): Promise<NewLink[]> {
		if (wanted.length === 0) return wanted;
		const [owner] = await db.select().from(users).where(eq(users.id, id));
		if (!owner) return wanted;
		const at = now();
		const room = await roomOfMonth(db, owner, { planId, at });
		const beyond = await newcomers(db, owner, { targets: wanted.map(({ targetUrl }) => targetUrl), at });
		const names = await guard.namesOf(db, id);
		const readLinks: NewLink[] = [];
		for (const [n, link] of wanted.entries()) {
			signal?.throwIfAborted();
			readLinks.push(n >= room || beyond[n] ? link : { ...link, reading: await guard.read(asJudged(link), names) });
		}
		return readLinks;
	}

	/** What the guard says of links that aren't made yet, in order; null of those beyond a limit. */
	async function judge(owner: Pick<User, "id">, wanted: NewLink[], options: Reads) {
		const judgedOwner = await guard.ownerOf(db, owner.id);
		const judged: (LinkJudgement | null)[] = [];
		for (const link of await read(owner, wanted, options)) {
			await yieldAfterSlice();
			const judgement = link.reading && (await guard.judgeRead(asJudged(link), link.reading, judgedOwner));
			judged.push(judgement ? { ...judgement, reasons: shownReasons(judgement.reasons, judgedOwner) } : null);
		}
		return judged;
	}

	/**
	 * Makes one link, as its owner asked; `addTo` writes what belongs to it, in the same transaction.
	 * @throws AppError "conflict" (slug taken), "quota_exceeded", "too_many" (of a day), "invalid" (no such
	 * image, or blocked by the guard),
	 * "unauthenticated" (the account was deleted meanwhile)
	 */
	async function create(
		owner: Pick<User, "id" | "userSlug">,
		wanted: NewLink,
		{ planId, savedBy, addTo }: Creation,
	): Promise<Link> {
		const names = await guard.namesOf(db, owner.id);
		const reading = await guard.read(asJudged(wanted), names);
		const readLinks = [{ ...wanted, reading }];
		const link = await transaction(owner, async ({ tx, write }) => {
			const asked = savedBy && { userId: owner.id, key: savedBy.key, at: now() };
			// The same request may have been on its way twice.
			const earlier = asked && (await madeWithKey(tx, asked));
			if (earlier) return earlier.link;
			await requireRoomToday(tx, owner, { planId, at: now() });
			const [written] = await write(readLinks, planId);
			if (!written || "refused" in written) {
				if (written?.refused === "blocked") throw written.error;
				throw written?.refused === "no room" ? quotaExceeded(planId) : slugTaken();
			}
			if (written.leftOut.includes("image"))
				throw new AppError("image_unknown", "Invalid input", { field: "imageUrl" });
			if (asked) await keepKey(tx, asked, { linkId: written.link.id, contentHash: savedBy.contentHash });
			if (!addTo) return written.link;
			await addTo(tx, written.link.id);
			const [present] = await tx.select().from(links).where(eq(links.id, written.link.id));
			if (present) await guard.check(tx, present, reading);
			return present ?? written.link;
		});
		if (!link) throw new AppError("unauthenticated", "Unauthorized");
		return link;
	}

	async function insert(tx: Tx, owner: User, { wanted, planId }: { wanted: NewLink[]; planId: string }) {
		const createdAt = now();
		const room = await roomOfMonth(tx, owner, { planId, at: createdAt });
		const fitting = wanted.slice(0, Math.max(room, 0));
		const isShown = await showImages(tx, owner, fitting);
		const giveTags = await tagGiver(tx, owner, { wanted: fitting, at: createdAt, limit: tagLimit(planId) });
		const beyond = await newcomers(tx, owner, { targets: fitting.map(({ targetUrl }) => targetUrl), at: createdAt });
		const judgedOwner = await guard.ownerOf(tx, owner.id);
		const prepared: (ReturnType<typeof prepare> | { refused: AppError })[] = [];
		for (const [n, each] of fitting.entries()) {
			const limit = beyond[n];
			const judgement = limit ? null : await guard.judgeRead(asJudged(each), each.reading, judgedOwner);
			const refused = limit ?? judgement?.error;
			if (refused) prepared.push({ refused });
			else if (judgement) prepared.push(prepare(each, judgement));
		}
		const open = prepared.filter((one) => "values" in one);
		const owned = open.map(({ wantedSlug, values }) => ({
			wantedSlug,
			values: { ...values, userId: owner.id, createdAt },
		}));
		const inserted = await insertRows(tx, owned);
		const written: Written[] = [];
		const made: Parameters<Guard["keepNew"]>[1] = [];
		for (const one of prepared) {
			if ("refused" in one) {
				written.push({ refused: "blocked", error: one.refused });
				continue;
			}
			const { cards, leftOut, judgement } = one;
			const link = inserted.shift();
			if (link) made.push({ link, cards, judgement });
			const reasons = shownReasons(judgement.reasons, judgedOwner);
			written.push(link ? { link: await withCards(tx, link, cards), leftOut, reasons } : { refused: "slug taken" });
		}
		await guard.keepNew(tx, made);
		return [...written, ...wanted.slice(fitting.length).map((): Written => ({ refused: "no room" }))];

		function prepare({ reading: _, cardsToCome: __, ...each }: NewLink, judgement: LinkJudgement) {
			const { linkSlug: wantedSlug, imageUrl: named, isArchived, cards: cardsOf, tags: asked, ...texts } = each;
			const imageUrl = isShown(named);
			const cards = cardsOf.map((card) => ({ ...card, imageUrl: isShown(card.imageUrl ?? null) }));
			const tags = giveTags(asked);
			const leftOut: ("image" | "tags")[] = [];
			if (imageUrl !== named) leftOut.push("image");
			if (tags.length < asked.length) leftOut.push("tags");
			const archivedAt = isArchived ? createdAt : null;
			const values = { ...texts, imageUrl, imageSource: "upload", tags, archivedAt };
			return { wantedSlug, cards, leftOut, judgement, values };
		}
	}

	type Row = { wantedSlug: string | null; values: Omit<typeof links.$inferInsert, "linkSlug"> };

	/** A random slug that is taken is drawn again; the unique index decides. @returns null for each that was taken */
	async function insertRows(tx: Tx, rows: Row[]): Promise<(Link | null)[]> {
		const found = rows.map((): Link | null => null);
		for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
			const open = [...rows.keys()].filter((n) => !found[n] && (attempt === 0 || rows[n]?.wantedSlug === null));
			if (open.length === 0) break;
			const values = open.flatMap((n) => {
				const row = rows[n];
				return row ? { ...row.values, linkSlug: row.wantedSlug ?? newSlug() } : [];
			});
			const free = await withoutAliases(tx, values);
			const inserted = free.length > 0 ? await tx.insert(links).values(free).onConflictDoNothing().returning() : [];
			const bySlug = new Map(inserted.map((link) => [link.linkSlug, link]));
			for (const [at, n] of open.entries()) {
				const slug = values[at]?.linkSlug ?? "";
				found[n] = bySlug.get(slug) ?? null;
				bySlug.delete(slug);
			}
		}
		return found;
	}

	/** @returns leaves out images of ours that the owner has not uploaded (P480) */
	async function showImages(tx: Tx, { id: userId }: User, wanted: NewLink[]) {
		const isOurs = (imageUrl: string) => imageFileName(imageUrl) !== null;
		const named = wanted.flatMap(({ imageUrl, cards }) => [imageUrl, ...cards.map((card) => card.imageUrl)]);
		const ours = [...new Set(named.flatMap((imageUrl) => (imageUrl && isOurs(imageUrl) ? imageUrl : [])))];
		const known = ours.length === 0 ? new Set() : await pictures.markAllUsed(tx, { imageUrls: ours, userId });
		return (imageUrl: string | null) => (imageUrl && (!isOurs(imageUrl) || known.has(imageUrl)) ? imageUrl : null);
	}

	return { queued, transaction, read, judge, create };
}

function asJudged(link: NewLink): LinkContent {
	const { cards, cardsToCome = [] } = link;
	return { ...link, cards: [...cards, ...cardsToCome] };
}

/** With its cards for some apps; each of them counts as a change of the link's card (P137). */
async function withCards(tx: Tx, link: Link, cards: NewLink["cards"]): Promise<Link> {
	if (cards.length === 0) return link;
	await tx.insert(linkCards).values(cards.map((card) => ({ ...card, linkId: link.id })));
	const [present] = await tx.select().from(links).where(eq(links.id, link.id));
	return present ?? link;
}

/** Those whose slug is no alias; the owner's row is locked, so none becomes one meanwhile. */
async function withoutAliases<Row extends { userId: string; linkSlug: string }>(tx: Tx, rows: Row[]): Promise<Row[]> {
	const [first] = rows;
	if (!first) return [];
	const slugs = rows.map(({ linkSlug }) => linkSlug.toLowerCase());
	const found = await tx.select({ slug: linkAliases.slug }).from(linkAliases).where(isOpenAlias(first.userId, slugs));
	const taken = new Set(found.map(({ slug }) => slug.toLowerCase()));
	return rows.filter(({ linkSlug }) => !taken.has(linkSlug.toLowerCase()));
}

/** The error when another link of the account has the custom URL. */
export function slugTaken(cause?: unknown): AppError {
	return new AppError("slug_taken", SLUG_TAKEN, { field: "customLinkSlug", cause });
}
