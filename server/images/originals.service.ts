import { createHash } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNull, lt, not, or, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { users } from "#shared/auth/users.table.ts";
import { DAY_MS } from "#shared/days.ts";
import type { ImageCut } from "#shared/links/image-cut.ts";
import { IMAGE_WITHOUT_ORIGINAL, type PictureShape } from "#shared/links/image-file.ts";
import { parseImageUrl } from "#shared/links/image-url.ts";
import { imageCuts, originals } from "#shared/links/originals.table.ts";
import type { ImageStore } from "./image-store.ts";
import { inUse, isInUse, isWaiting } from "./originals-in-use.ts";
import type { Pictures } from "./pictures.service.ts";

export type Originals = ReturnType<typeof createOriginals>;

type Options = { db: Db; now: () => Date; store: ImageStore; pictures: Pick<Pictures, "keep"> };
/** Whose picture, and where it was cut; null where the server chose the section. Wide, unless another shape is said. */
type Kept = { upload: Buffer; userId: string; cut: ImageCut | null; shape?: PictureShape };
/** What a form says of a card's picture: the file that came with it, else what it names; of either perhaps a section. */
type Asked = Omit<Kept, "upload"> & { upload: Buffer | undefined; imageUrl: string | null };
/** A picture of ours by its `imageUrl`, and who asks. */
type Named = { imageUrl: string; userId: string };
export type Original = { bytes: Buffer; type: string; cut: ImageCut | null };

/** How long one that was uploaded, or was needed when somebody looked, is not looked at again. */
const CHECKED_FOR_MS = DAY_MS;
/** One that no link has needed in all the looks of another day goes: a link that comes back (P136) finds its own. */
const UNUSED_MS = 2 * DAY_MS;
/** How many of them may wait for one person, lest somebody fill the disk. */
const MOST_UNUSED = 20;
const BATCH = 500;

/** What pictures were made from, so that another section can be chosen later (P161). */
export function createOriginals({ db, now, store, pictures }: Options) {
	/**
	 * Makes a picture as `Pictures.keep` does, and keeps the original with it.
	 * @returns its `imageUrl`
	 * @throws AppError as `Pictures.keep` does
	 */
	async function keep({ upload, userId, ...section }: Kept): Promise<string> {
		const { cut } = section;
		const imageUrl = await pictures.keep(upload, userId, section);
		const id = await keepOriginal(upload, userId);
		await noteCut({ originalId: id, imageUrl, cut });
		for (const { id: old, checkedAt } of await unusedBeyond(userId)) {
			// One that came once more meanwhile waits for its cut.
			await removeAll([old], eq(originals.checkedAt, checkedAt));
		}
		return imageUrl;
	}

	/**
	 * What a card shows by its form: what was made of the file or of a section, or the picture that the form names, which
	 * must exist where it is ours (`Pictures.requireShown`) and is never fetched where it is elsewhere.
	 * @throws AppError "invalid" when the form names no picture to cut a section out of; and as `keep` and `recut` do
	 */
	async function pictureFor({ upload, imageUrl: named, ...kept }: Asked): Promise<string | null> {
		const { userId, cut, ...shape } = kept;
		if (upload) return keep({ upload, ...kept });
		const imageUrl = named && parseImageUrl(named);
		if (cut === null) return imageUrl;
		if (imageUrl === null) throw new AppError("invalid", IMAGE_WITHOUT_ORIGINAL);
		return recut({ imageUrl, userId }, { ...shape, cut });
	}

	async function keepOriginal(upload: Buffer, userId: string): Promise<string> {
		const id = createHash("sha256").update(`${userId}\0`).update(upload).digest("hex");
		await db.transaction(async (tx) => {
			const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share");
			if (!owner) throw new AppError("unauthenticated", "Unauthorized");
			const checkedAt = now();
			// The row comes first: it makes a sweep of the same original finish before the file is written.
			await tx
				.insert(originals)
				.values({ id, userId, type: typeOf(upload), bytes: upload.length, checkedAt })
				.onConflictDoUpdate({ target: originals.id, set: { userId, checkedAt } });
		});
		await store.put(upload, id);
		return id;
	}

	async function noteCut({ originalId, imageUrl, cut }: { originalId: string; imageUrl: string; cut: Kept["cut"] }) {
		const where = cut ?? { x: null, y: null, width: null, height: null };
		await db
			.insert(imageCuts)
			.values({ originalId, imageUrl, ...where })
			.onConflictDoUpdate({ target: [imageCuts.originalId, imageCuts.imageUrl], set: where });
	}

	/**
	 * Cuts another section out of the original of a picture.
	 * @returns the `imageUrl` of what was made
	 * @throws AppError "invalid" when the original is not kept, or the section is not within it; and as `Pictures.keep`
	 */
	async function recut(picture: Named, section: { cut: ImageCut; shape?: PictureShape }): Promise<string> {
		const found = await rowOf(picture);
		const upload = found && (await store.read(found.id));
		if (!upload) throw new AppError("invalid", IMAGE_WITHOUT_ORIGINAL);
		return keep({ upload, userId: picture.userId, ...section });
	}

	/** What a person's own picture was cut from, and where; null when it is not kept, or not theirs. */
	async function find(picture: Named): Promise<Original | null> {
		const found = await rowOf(picture);
		const bytes = found && (await store.read(found.id));
		return bytes ? { bytes, type: found.type, cut: cutOf(found) } : null;
	}

	async function rowOf({ imageUrl, userId }: Named) {
		const { x, y, width, height } = imageCuts;
		const [found] = await db
			.select({ id: originals.id, type: originals.type, x, y, width, height })
			.from(imageCuts)
			.innerJoin(originals, eq(originals.id, imageCuts.originalId))
			.where(and(eq(imageCuts.imageUrl, imageUrl), eq(originals.userId, userId)))
			.orderBy(desc(originals.checkedAt))
			.limit(1);
		return found ?? null;
	}

	/** Those that wait beyond what may wait, the newest of them left alone. */
	function unusedBeyond(userId: string): Promise<{ id: string; checkedAt: Date }[]> {
		return db
			.select({ id: originals.id, checkedAt: originals.checkedAt })
			.from(originals)
			.where(and(eq(originals.userId, userId), isWaiting(db, userId)))
			.orderBy(desc(originals.checkedAt))
			.offset(MOST_UNUSED);
	}

	/**
	 * Removes originals whose owner has left, and those that no link of their owner has needed for a day: each has been
	 * looked at in every sweep of it.
	 * @returns how many.
	 */
	async function sweep(): Promise<number> {
		const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
		const [before, unusedBefore] = [ago(CHECKED_FOR_MS), ago(UNUSED_MS)];
		const isToBeChecked = or(isNull(originals.userId), lt(originals.checkedAt, before));
		const isDue = or(isNull(originals.userId), lt(originals.checkedAt, unusedBefore));
		let removed = await store.removeLeftovers(before);
		let last = "";
		for (;;) {
			const found = await db
				.select({ id: originals.id })
				.from(originals)
				.where(and(isToBeChecked, gt(originals.id, last)))
				.orderBy(asc(originals.id))
				.limit(BATCH);
			const ids = found.map(({ id }) => id);
			const used = await db
				.update(originals)
				.set({ checkedAt: now() })
				.where(and(inArray(originals.id, ids), inArray(originals.id, inUse(db, ids))))
				.returning({ id: originals.id });
			const isUsed = new Set(used.map(({ id }) => id));
			removed += await removeAll(
				ids.filter((id) => !isUsed.has(id)),
				isDue,
			);
			if (ids.length < BATCH) return removed;
			last = ids.at(-1) ?? last;
		}
	}

	/** Removes those of them that no link needs, and that are still as they were found. @returns how many */
	async function removeAll(ids: string[], still: SQL | undefined): Promise<number> {
		let removed = 0;
		for (const id of ids) {
			await db.transaction(async (tx) => {
				// Until this commits, an upload of the same original waits in `keepOriginal`.
				const rows = await tx
					.delete(originals)
					.where(and(eq(originals.id, id), still, not(isInUse(tx))))
					.returning({ id: originals.id });
				if (rows.length === 0) return;
				await store.remove(id);
				removed += 1;
			});
		}
		return removed;
	}

	return { keep, pictureFor, find, sweep };
}

function cutOf(row: { [side in keyof ImageCut]: number | null }): ImageCut | null {
	const { x, y, width, height } = row;
	return x === null || y === null || width === null || height === null ? null : { x, y, width, height };
}

/** By its first bytes; the pipeline has let nothing else through. */
function typeOf(upload: Buffer): string {
	if (upload[0] === 0xff) return "image/jpeg";
	return upload[0] === 0x89 ? "image/png" : "image/webp";
}
