import { and, asc, eq } from "drizzle-orm";
import { ownLink } from "#server/auth/own-link.ts";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Originals } from "#server/images/originals.service.ts";
import type { Pictures } from "#server/images/pictures.service.ts";
import type { User } from "#shared/auth/users.table.ts";
import { type CardOverride, EMPTY_OVERRIDE, type LinkCard } from "#shared/cards/card-override.ts";
import type { CardTarget } from "#shared/cards/card-targets.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import { pictureShapeOf } from "#shared/cards/target-picture.ts";
import { pictures as picturesTable } from "#shared/links/pictures.table.ts";

type Options = {
	db: Db;
	pictures: Pick<Pictures, "requireShown">;
	originals: Pick<Originals, "pictureFor">;
	/** What `/go` remembers; it must not outlive a change. */
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
};
type Owner = Pick<User, "id" | "userSlug">;
type Named = { linkId: number; target: CardTarget };
type Saved = Named & { form: CardOverride; upload: Buffer | undefined };

export type Overrides = ReturnType<typeof createOverrides>;

/** Cards that a link shows to some fetchers in place of its own (P201). */
export function createOverrides({ db, pictures, originals, linkCache }: Options) {
	/** @throws AppError "not_found" for a missing, deleted or foreign link */
	async function list(owner: Owner, linkId: number): Promise<LinkCard[]> {
		await ownLink(db, owner.id, linkId);
		return cardsOf(db, linkId);
	}

	/**
	 * Saves what one target is shown.
	 * @throws AppError "not_found", "forbidden" (disabled), "invalid" (nothing differs, or no such picture)
	 */
	async function save(owner: Owner, { linkId, target, form, upload }: Saved): Promise<LinkCard[]> {
		await ownLink(db, owner.id, linkId);
		const picture = { upload, imageUrl: form.imageUrl, cut: form.imageCut, shape: pictureShapeOf(target) };
		const imageUrl = await originals.pictureFor({ userId: owner.id, ...picture });
		const { color, buttonLabel } = target === "discord" ? form : { color: null, buttonLabel: null };
		const card = { title: form.title, description: form.description, imageUrl, color, buttonLabel };
		if (Object.values(card).every((part) => part === null)) throw new AppError("nothing_customized", EMPTY_OVERRIDE);
		return change(owner, linkId, async (tx) => {
			await pictures.requireShown(tx, { imageUrl, userId: owner.id });
			const { linkId: id, target: named } = linkCards;
			await tx
				.insert(linkCards)
				.values({ linkId, target, ...card })
				.onConflictDoUpdate({ target: [id, named], set: card });
		});
	}

	/** One target now shows the default card again. @throws AppError "not_found", "forbidden" (disabled) */
	async function remove(owner: Owner, { linkId, target }: Named): Promise<LinkCard[]> {
		return change(owner, linkId, async (tx) => {
			await tx.delete(linkCards).where(and(eq(linkCards.linkId, linkId), eq(linkCards.target, target)));
		});
	}

	async function change(owner: Owner, linkId: number, work: (tx: Tx) => Promise<void>): Promise<LinkCard[]> {
		const { cards, linkSlug } = await db.transaction(async (tx) => {
			const link = await ownLink(tx, owner.id, linkId);
			if (link.disabledAt) throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
			await work(tx);
			return { cards: await cardsOf(tx, linkId), linkSlug: link.linkSlug };
		});
		linkCache.invalidate(owner.userSlug, linkSlug);
		return cards;
	}

	return { list, save, remove };
}

function cardsOf(db: Pick<Db, "select">, linkId: number): Promise<LinkCard[]> {
	const { target, title, description, imageUrl, color, buttonLabel } = linkCards;
	return db
		.select({ target, title, description, imageUrl, color, buttonLabel, imageShape: picturesTable.shape })
		.from(linkCards)
		.leftJoin(picturesTable, eq(picturesTable.imageUrl, linkCards.imageUrl))
		.where(eq(linkCards.linkId, linkId))
		.orderBy(asc(target));
}
