import { createHash } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Config } from "#server/platform/config/config.ts";
import { imageOriginsOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError, atField } from "#server/platform/http/app-error.ts";
import { cutOfStored, type ImageCut, storedCutOf } from "#shared/links/images/image-cut.ts";
import { IMAGE_WITHOUT_ORIGINAL, type ImageShape } from "#shared/links/images/image-file.ts";
import { imageCuts, originals } from "#shared/links/images/originals.table.ts";
import type { ImageService } from "./image.service.ts";
import type { ImageStore } from "./image-store.ts";
import { namedImage } from "./named-image.ts";
import { addWithin, lockAll, replaceOthers } from "./originals-quota.ts";
import { createOriginalsRemoval } from "./originals-removal.ts";
import { withoutTrailer } from "./safe-image.ts";

export type Originals = ReturnType<typeof createOriginals>;

type Options = {
	db: Db;
	now: () => Date;
	store: ImageStore;
	storedImages: Pick<ImageService, "keep">;
	config: Pick<Config, "http">;
	/** The storage budget in bytes of all an account's originals (P244). */
	budgetOf: (userId: string) => Promise<number>;
};
/** `cut` is null if the server chooses the crop; `shape` is wide by default. */
type Kept = { upload: Buffer; userId: string; cut: ImageCut | null; shape?: ImageShape };
/** A form's image: an uploaded file, or else an existing image, with an optional crop. */
type Asked = Omit<Kept, "upload"> & { upload: Buffer | undefined; imageUrl: string | null };
type Named = { imageUrl: string; userId: string };
export type Original = { bytes: Buffer; type: string; cut: ImageCut | null };

/** Creates the service for originals, which allow a different crop later (P161). */
export function createOriginals({ db, now, store, storedImages, config, budgetOf }: Options) {
	const imageOrigins = imageOriginsOf(config.http);
	const removal = createOriginalsRemoval({ db, now, store });

	/**
	 * Creates an image as `Images.keep` does, and stores its original within the account's budget.
	 * @returns its `imageUrl`
	 * @throws AppError as `Images.keep` does
	 */
	async function keep({ upload, userId, ...section }: Kept): Promise<string> {
		const { cut } = section;
		const imageUrl = await storedImages.keep(upload, userId, section);
		const id = await storeOriginal(withoutTrailer(upload), userId);
		await noteCut({ id, userId, imageUrl, cut });
		await removal.trimUnused(userId);
		return imageUrl;
	}

	/**
	 * Creates the image that a form will name, from a file or from another crop of an existing original (P502).
	 * @throws AppError "required" without either; and as `imageFor` does
	 */
	async function make(asked: Asked): Promise<string> {
		if (!asked.upload && asked.cut === null) throw new AppError("required", "Required", { field: "image" });
		const imageUrl = await imageFor(asked);
		if (imageUrl === null) throw withoutOriginal();
		return imageUrl;
	}

	/**
	 * The image of a submitted card. One of ours must be the user's (`Images.requireShown`); an external one is never
	 * fetched.
	 * @throws AppError "invalid" if there is a crop but no image; and as `keep` and `recut` do
	 */
	async function imageFor({ upload, imageUrl: named, ...kept }: Asked): Promise<string | null> {
		const { userId, cut, ...shape } = kept;
		if (upload) return atField("image", keep({ upload, ...kept }));
		const imageUrl = namedImage(named, imageOrigins);
		if (cut === null) return imageUrl;
		if (imageUrl === null) throw withoutOriginal();
		return atField("imageCut", recut({ imageUrl, userId }, { ...shape, cut }));
	}

	async function storeOriginal(upload: Buffer, userId: string): Promise<string> {
		const id = createHash("sha256").update(`${userId}\0`).update(upload).digest("hex");
		const budget = await budgetOf(userId);
		const isStored = await db.transaction(async (tx) => {
			await requireOwner(tx, userId);
			// Inserting the row first makes a concurrent sweep of the same original finish before the file is written.
			const row = { id, userId, type: typeOf(upload), bytes: upload.length, at: now() };
			const room = await addWithin(tx, budget, row);
			await removeFiles(room.removed);
			return room.isStored;
		});
		if (isStored) await store.put(upload, id);
		return id;
	}

	async function noteCut({ cut, ...noted }: { id: string; userId: string; imageUrl: string; cut: Kept["cut"] }) {
		const { id: originalId, userId, imageUrl } = noted;
		const where = cut ? storedCutOf(cut) : { x: null, y: null, width: null, height: null };
		await db.transaction(async (tx) => {
			await requireOwner(tx, userId);
			const [row] = await lockAll(tx, [originalId]);
			// Another upload used its space while the file was written.
			if (!row || row.evictedAt) await store.remove(originalId);
			if (!row) return;
			await tx
				.insert(imageCuts)
				.values({ originalId, imageUrl, ...where })
				.onConflictDoUpdate({ target: [imageCuts.originalId, imageCuts.imageUrl], set: where });
			await removeFiles(await replaceOthers(tx, noted));
		});
	}

	async function removeFiles(ids: string[]): Promise<void> {
		await Promise.all(ids.map((id) => store.remove(id)));
	}

	/**
	 * Makes another crop from an image's original.
	 * @returns the new `imageUrl`
	 * @throws AppError "invalid" if the original isn't stored, or the crop is outside it; and as `Images.keep`
	 */
	async function recut(image: Named, section: { cut: ImageCut; shape?: ImageShape }): Promise<string> {
		const found = await rowOf(image);
		const upload = found && (await store.read(found.id));
		if (!upload) throw withoutOriginal();
		return keep({ upload, userId: image.userId, ...section });
	}

	/** "evicted" if it was removed for the account's budget; null if it isn't stored or isn't theirs. */
	async function find(image: Named): Promise<Original | "evicted" | null> {
		const found = await rowOf(image);
		if (found?.evictedAt) return "evicted";
		const bytes = found && (await store.read(found.id));
		return bytes ? { bytes, type: found.type, cut: cutOfStored(found) } : null;
	}

	async function rowOf({ imageUrl, userId }: Named) {
		const { x, y, width, height } = imageCuts;
		const [found] = await db
			.select({ id: originals.id, type: originals.type, evictedAt: originals.evictedAt, x, y, width, height })
			.from(imageCuts)
			.innerJoin(originals, eq(originals.id, imageCuts.originalId))
			.where(and(eq(imageCuts.imageUrl, imageUrl), eq(originals.userId, userId)))
			.orderBy(sql`${originals.evictedAt} NULLS FIRST`, desc(originals.editedAt))
			.limit(1);
		return found ?? null;
	}

	return { keep, make, imageFor, find, sweep: removal.sweep };
}

/** Serializes an account's uploads. @throws AppError "unauthenticated" if the account was deleted */
async function requireOwner(tx: Tx, userId: string): Promise<void> {
	if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
}

function withoutOriginal(): AppError {
	return new AppError("original_not_kept", IMAGE_WITHOUT_ORIGINAL, { field: "imageCut" });
}

/** By magic bytes; the pipeline has refused everything else. */
function typeOf(upload: Buffer): string {
	if (upload[0] === 0xff) return "image/jpeg";
	return upload[0] === 0x89 ? "image/png" : "image/webp";
}
