import { and, asc, eq } from "drizzle-orm";
import { ownLink } from "#server/account/auth/own-link.ts";
import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError, allOrRefused } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { cardField } from "#shared/links/cards/card-fields.ts";
import { type CardOverride, EMPTY_OVERRIDE, type LinkCard } from "#shared/links/cards/card-override.ts";
import type { CardTarget } from "#shared/links/cards/card-targets.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { imageShapeOf } from "#shared/links/cards/target-image.ts";
import { storedImages as imagesTable } from "#shared/links/images/images.table.ts";

type Options = {
	db: Db;
	storedImages: Pick<ImageService, "requireShown">;
	originals: Pick<Originals, "imageFor">;
	moderation: Pick<Moderation, "readAhead" | "contentOf" | "check">;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
};
type Owner = Pick<User, "id" | "userSlug">;
type Named = { linkId: number; target: CardTarget };
type Sent = { form: CardOverride; upload: Buffer | undefined };
type Saved = Named & Sent;
/** By target; null removes one. */
type CardEdits = ReadonlyMap<CardTarget, Sent | null>;
type CardRow = Pick<LinkCard, "title" | "description" | "imageUrl" | "color" | "buttonLabel">;

export type Overrides = ReturnType<typeof createOverrides>;

/** Creates the service for custom cards, which some fetchers get instead of the link's own (P201). */
export function createOverrides({ db, storedImages, originals, moderation, linkCache }: Options) {
	/** @throws AppError "not_found" for a missing, deleted or foreign link */
	async function list(owner: Owner, linkId: number): Promise<LinkCard[]> {
		await ownLink(db, owner.id, linkId);
		return cardsOf(db, linkId);
	}

	/**
	 * Saves the card of one target.
	 * @throws AppError "not_found", "forbidden" (disabled), "invalid" (no difference, or no such image)
	 */
	async function save(owner: Owner, { linkId, target, form, upload }: Saved): Promise<LinkCard[]> {
		await ownLink(db, owner.id, linkId);
		const card = await moderatedCard(owner, target, { form, upload });
		return change(owner, { linkId, target, card });
	}

	/** The validated card of a target; its image is stored when this returns. */
	async function moderatedCard(owner: Owner, target: CardTarget, { form, upload }: Sent): Promise<CardRow> {
		const image = { upload, imageUrl: form.imageUrl, cut: form.imageCut, shape: imageShapeOf(target) };
		const imageUrl = await originals.imageFor({ userId: owner.id, ...image });
		const { color, buttonLabel } = target === "discord" ? form : { color: null, buttonLabel: null };
		const card = { title: form.title, description: form.description, imageUrl, color, buttonLabel };
		if (Object.values(card).every((part) => part === null)) throw new AppError("nothing_customized", EMPTY_OVERRIDE);
		return card;
	}

	/**
	 * Validates the cards sent with an edit of their link, null to remove one. Errors name the field
	 * (`cards.discord.title`).
	 * @returns a function that writes them in the edit's transaction
	 * @throws AppError "plan_required", "invalid" (no difference, or no such image)
	 */
	async function validated(owner: Owner, planId: string, edits: CardEdits) {
		const cards: [CardTarget, CardRow | null][] = [];
		const steps = [...edits].map(([target, sent]) => async () => {
			if (sent) requireFeature(planId, "platformCards", cardField(target));
			cards.push([target, sent && (await withinCard(target, moderatedCard(owner, target, sent)))]);
		});
		await allOrRefused(steps);
		return async (tx: Tx, linkId: number): Promise<void> => {
			for (const [target, card] of cards) await write(tx, owner, { linkId, target, card });
		};
	}

	async function write(tx: Tx, owner: Owner, { linkId, target, card }: Named & { card: CardRow | null }) {
		const { linkId: id, target: named } = linkCards;
		if (!card) {
			await tx.delete(linkCards).where(and(eq(id, linkId), eq(named, target)));
			return;
		}
		await storedImages.requireShown(tx, { imageUrl: card.imageUrl, userId: owner.id });
		await tx
			.insert(linkCards)
			.values({ linkId, target, ...card })
			.onConflictDoUpdate({ target: [id, named], set: card });
	}

	/** Resets one target to the default card. @throws AppError "not_found", "forbidden" (disabled) */
	async function remove(owner: Owner, { linkId, target }: Named): Promise<LinkCard[]> {
		return change(owner, { linkId, target, card: null });
	}

	async function change(owner: Owner, edit: Named & { card: CardRow | null }): Promise<LinkCard[]> {
		const { linkId, target, card } = edit;
		const stored = await moderation.contentOf(await ownLink(db, owner.id, linkId));
		const others = stored.cards.filter((each) => each.target !== target);
		const reading = await moderation.readAhead(owner.id, { ...stored, cards: [...others, ...(card ? [card] : [])] });
		const { cards, linkSlug } = await db.transaction(async (tx) => {
			await lockOwner(tx, owner.id);
			const link = await ownLink(tx, owner.id, linkId);
			if (link.disabledAt) throw new AppError("link_disabled", "This link has been disabled. Please contact us.");
			await write(tx, owner, edit);
			await moderation.check(tx, link, reading);
			return { cards: await cardsOf(tx, linkId), linkSlug: link.linkSlug };
		});
		linkCache.invalidate(owner.userSlug, linkSlug);
		return cards;
	}

	return { list, save, remove, validated };
}

async function withinCard<T>(target: CardTarget, work: Promise<T>): Promise<T> {
	return work.catch((error: unknown) => {
		if (!(error instanceof AppError) || OTHER_KINDS.has(error.kind)) throw error;
		const { code, message, limit, cause } = error;
		const at = error.fields.length > 0 ? error.fields : [{ field: "", code, message }];
		const fields = at.map(({ field, ...rest }) => ({
			...rest,
			field: [cardField(target), field].filter(Boolean).join("."),
		}));
		throw new AppError(code, message, { fields, limit, cause });
	});
}

const OTHER_KINDS = new Set<string>(["too_many", "unavailable", "internal"]);

function cardsOf(db: Pick<Db, "select">, linkId: number): Promise<LinkCard[]> {
	const { target, title, description, imageUrl, color, buttonLabel } = linkCards;
	return db
		.select({ target, title, description, imageUrl, color, buttonLabel, imageShape: imagesTable.shape })
		.from(linkCards)
		.leftJoin(imagesTable, eq(imagesTable.imageUrl, linkCards.imageUrl))
		.where(eq(linkCards.linkId, linkId))
		.orderBy(asc(target));
}
