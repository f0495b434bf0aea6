import { and, eq, exists, inArray, lt, not, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { imageCounts, imageOwners, storedImages } from "#shared/links/images/images.table.ts";
import { addDays, DAY_MS, utcDay } from "#shared/platform/days.ts";
import type { ImagePipeline } from "./image-pipeline.ts";
import { type ImageStore, imageUrlOf } from "./image-store.ts";
import type { Section } from "./make-preview.ts";

export type ImageService = ReturnType<typeof createImageService>;

type Options = {
	db: Db;
	now: () => Date;
	images: ImageStore;
	makePreview: ImagePipeline;
	/** How many new images an account may store per UTC day (P245); unlimited by default. */
	perDayOf?: ((userId: string) => Promise<number>) | undefined;
};

const UNUSED_MS = DAY_MS;

/** @throws AppError "too_many" */
async function countNew(tx: Tx, { userId, perDay, at }: { userId: string; perDay: number; at: number }): Promise<void> {
	const day = utcDay(at);
	const [row] = await tx
		.insert(imageCounts)
		.values({ userId, day, count: 1 })
		.onConflictDoUpdate({
			target: imageCounts.userId,
			set: { day, count: sql`CASE WHEN ${imageCounts.day} = ${day} THEN ${imageCounts.count} ELSE 0 END + 1` },
		})
		.returning({ count: imageCounts.count });
	if ((row?.count ?? 0) <= perDay) return;
	const retryAfterSeconds = Math.ceil((Date.parse(addDays(day, 1)) - at) / 1_000);
	const message = `You've added all ${perDay} new images your plan allows in a day. Please try again tomorrow.`;
	throw new AppError("daily_image_limit", message, { retryAfterSeconds, limit: perDay });
}

export function createImageService({ db, now, images, makePreview, perDayOf }: Options) {
	/**
	 * Creates and stores a preview of a user's upload, or of a crop of it. It is kept once a link shows it.
	 * @returns its `imageUrl`
	 * @throws AppError as the pipeline does; "too_many" at the account's daily limit, "unauthenticated" if the account was
	 * deleted meanwhile
	 */
	async function keep(upload: Buffer, userId: string, section: Section = {}): Promise<string> {
		const jpeg = await makePreview(upload, userId, section);
		const imageUrl = imageUrlOf(jpeg);
		const uploadedAt = now();
		const perDay = await perDayOf?.(userId);
		// Inserting the row first makes a concurrent sweep of the same image finish before the file is written.
		await db.transaction(async (tx) => {
			// Locked before the image's row, as in account deletion, which then finds this owner.
			const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share");
			if (!owner) throw new AppError("unauthenticated", "Unauthorized");
			const [row] = await tx
				.insert(storedImages)
				.values({ imageUrl, uploadedAt, shape: section.shape ?? "wide" })
				.onConflictDoUpdate({ target: storedImages.imageUrl, set: { uploadedAt } })
				.returning({ isNew: sql<boolean>`xmax = 0` });
			await tx.insert(imageOwners).values({ imageUrl, userId }).onConflictDoNothing();
			if (row?.isNew && perDay !== undefined) await countNew(tx, { userId, perDay, at: uploadedAt.getTime() });
		});
		await images.put(jpeg);
		return imageUrl;
	}

	/**
	 * Marks images as used, in the transaction that writes the links; the owner's row is locked.
	 * @returns those that this user uploaded; their links may not show the others (P480)
	 */
	async function markAllUsed(tx: Tx, { imageUrls, userId }: { imageUrls: string[]; userId: string }) {
		const uploaded = tx
			.select({ imageUrl: imageOwners.imageUrl })
			.from(imageOwners)
			.where(eq(imageOwners.userId, userId));
		// In the same order as `release`.
		const held = await tx
			.select({ imageUrl: storedImages.imageUrl })
			.from(storedImages)
			.where(and(inArray(storedImages.imageUrl, imageUrls), inArray(storedImages.imageUrl, uploaded)))
			.orderBy(storedImages.imageUrl)
			.for("no key update");
		const known = held.map(({ imageUrl }) => imageUrl);
		if (known.length > 0)
			await tx.update(storedImages).set({ isUsed: true }).where(inArray(storedImages.imageUrl, known));
		return new Set(known);
	}

	/**
	 * The same for a card's image; an external one, or none, needs no mark.
	 * @throws AppError "invalid" for an image that another user uploaded
	 */
	async function requireShown(
		tx: Tx,
		{ imageUrl, userId }: { imageUrl: string | null; userId: string },
	): Promise<void> {
		if (imageUrl === null || imageFileName(imageUrl) === null) return;
		const { size } = await markAllUsed(tx, { imageUrls: [imageUrl], userId });
		if (size === 0) throw new AppError("image_unknown", "Invalid input", { field: "imageUrl" });
	}

	/** Releases a deleted user's images; the next sweep deletes those that nobody else uploaded. */
	async function release(tx: Tx, userId: string): Promise<void> {
		const mine = tx.select({ imageUrl: imageOwners.imageUrl }).from(imageOwners).where(eq(imageOwners.userId, userId));
		// Waits for transactions that are about to show one; the next statement then sees them. Same order everywhere.
		const held = await tx
			.select({ imageUrl: storedImages.imageUrl })
			.from(storedImages)
			.where(inArray(storedImages.imageUrl, mine))
			.orderBy(storedImages.imageUrl)
			.for("update");
		await tx.delete(imageOwners).where(eq(imageOwners.userId, userId));
		const hasOtherOwners = exists(
			tx
				.select({ imageUrl: imageOwners.imageUrl })
				.from(imageOwners)
				.where(eq(imageOwners.imageUrl, storedImages.imageUrl)),
		);
		const urls = held.map(({ imageUrl }) => imageUrl);
		await tx
			.update(storedImages)
			.set({ isUsed: false })
			.where(and(inArray(storedImages.imageUrl, urls), not(hasOtherOwners)));
	}

	/**
	 * Deletes images that no link shows (it was never saved, or its owner left) and partial files after a crash.
	 * @returns how many
	 */
	async function sweep(): Promise<number> {
		const before = new Date(now().getTime() - UNUSED_MS);
		const isForgotten = and(eq(storedImages.isUsed, false), lt(storedImages.uploadedAt, before));
		const forgotten = await db.select({ imageUrl: storedImages.imageUrl }).from(storedImages).where(isForgotten);
		let removed = await images.removeLeftovers(before);
		for (const { imageUrl } of forgotten) {
			await db.transaction(async (tx) => {
				// Until this commits, an upload of the same image waits in `keep`.
				const rows = await tx
					.delete(storedImages)
					.where(and(eq(storedImages.imageUrl, imageUrl), isForgotten))
					.returning();
				if (rows.length === 0) return;
				await images.remove(imageUrl);
				removed += 1;
			});
		}
		return removed;
	}

	return { keep, markAllUsed, requireShown, release, sweep };
}
