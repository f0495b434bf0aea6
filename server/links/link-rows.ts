import { eq } from "drizzle-orm";
import type { ImageService } from "#server/links/images/image.service.ts";
import { isCheckViolation, isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { inParts } from "#server/platform/work/time-slice.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { ALIASES_MAX, TOO_MANY_ALIASES } from "#shared/links/aliases.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { externalIdTaken } from "./external-ids.ts";
import { tagsBeyond } from "./link-notes.ts";
import { isOpenAlias, slugTaken } from "./link-slug.ts";
import type { NewLink } from "./new-link.ts";

const SLUG_ATTEMPTS = 5;
/** The statement for 500 rows takes drizzle some 50 ms to write and to read, which nothing can interrupt (P255). */
const ROWS_AT_ONCE = 40;

type Row = { wantedSlug: string | null; values: Omit<typeof links.$inferInsert, "linkSlug"> };

/** Inserts links, drawing taken random slugs again; the unique index decides. @returns null for each taken slug */
export async function insertRows(tx: Tx, rows: Row[], newSlug: () => string): Promise<(Link | null)[]> {
	const found = rows.map((): Link | null => null);
	for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
		const open = [...rows.keys()].filter((n) => !found[n] && (attempt === 0 || rows[n]?.wantedSlug === null));
		if (open.length === 0) break;
		const values = open.flatMap((n) => {
			const row = rows[n];
			return row ? { ...row.values, linkSlug: row.wantedSlug ?? newSlug() } : [];
		});
		const free = await withoutAliases(tx, values);
		const inserted = await inParts(free, ROWS_AT_ONCE, (part) =>
			tx.insert(links).values(part).onConflictDoNothing().returning(),
		);
		const bySlug = new Map(inserted.map((link) => [link.linkSlug, link]));
		for (const [at, n] of open.entries()) {
			const slug = values[at]?.linkSlug ?? "";
			found[n] = bySlug.get(slug) ?? null;
			bySlug.delete(slug);
		}
	}
	return found;
}

/** @returns a copy without images of ours that the owner hasn't uploaded (P480) */
export async function imagesShown(
	tx: Tx,
	{ id: userId }: Pick<User, "id">,
	{ wanted, storedImages }: { wanted: NewLink[]; storedImages: Pick<ImageService, "markAllUsed"> },
) {
	const isOurs = (imageUrl: string) => imageFileName(imageUrl) !== null;
	const named = wanted.flatMap(({ imageUrl, cards }) => [imageUrl, ...cards.map((card) => card.imageUrl)]);
	const ours = [...new Set(named.flatMap((imageUrl) => (imageUrl && isOurs(imageUrl) ? imageUrl : [])))];
	const known = ours.length === 0 ? new Set() : await storedImages.markAllUsed(tx, { imageUrls: ours, userId });
	return (imageUrl: string | null) => (imageUrl && (!isOurs(imageUrl) || known.has(imageUrl)) ? imageUrl : null);
}

/** Inserts a link's custom cards; each counts as a change of its card (P137). */
export async function insertCards(tx: Tx, link: Link, cards: NewLink["cards"]): Promise<Link> {
	if (cards.length === 0) return link;
	await tx.insert(linkCards).values(cards.map((card) => ({ ...card, linkId: link.id })));
	const [present] = await tx.select().from(links).where(eq(links.id, link.id));
	return present ?? link;
}

/** @throws AppError "slug_taken", "external_id_taken", "too_many_aliases" */
export async function updateRow(
	tx: Tx,
	id: number,
	edited: Partial<typeof links.$inferInsert>,
): Promise<Link | undefined> {
	const [after] = await tx.update(links).set(edited).where(eq(links.id, id)).returning().catch(refuseTaken);
	return after;
}

/** Rows whose slug isn't an alias; the owner's row is locked, so none becomes one meanwhile. */
async function withoutAliases<Row extends { userId: string; linkSlug: string }>(tx: Tx, rows: Row[]): Promise<Row[]> {
	const [first] = rows;
	if (!first) return [];
	const slugs = rows.map(({ linkSlug }) => linkSlug.toLowerCase());
	const found = await tx.select({ slug: linkAliases.slug }).from(linkAliases).where(isOpenAlias(first.userId, slugs));
	const taken = new Set(found.map(({ slug }) => slug.toLowerCase()));
	return rows.filter(({ linkSlug }) => !taken.has(linkSlug.toLowerCase()));
}

/** The refusal of a link that could only be created in part. */
export function incomplete(leftOut: readonly ("image" | "tags")[], limit: number): AppError {
	if (!leftOut.includes("image")) return tagsBeyond(limit);
	return new AppError("image_unknown", "Invalid input", { field: "imageUrl" });
}

function refuseTaken(error: unknown): never {
	if (isUniqueViolation(error, "links_user_slug")) throw slugTaken(error);
	if (isUniqueViolation(error, "links_external_id")) throw externalIdTaken(error);
	if (isCheckViolation(error, "link_aliases_limit")) {
		const options = { field: "customLinkSlug", limit: ALIASES_MAX, cause: error };
		throw new AppError("too_many_aliases", TOO_MANY_ALIASES, options);
	}
	throw error;
}
