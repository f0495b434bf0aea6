import { and, eq, type SQL } from "drizzle-orm";
import type { Request } from "express";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";

import { type Link, links } from "#shared/links/links.table.ts";
import { rowIdText } from "#shared/platform/row-id.ts";

type Reader = Pick<Db, "select">;

/** The link id in the path. @throws AppError "not_found" for invalid ones */
export function linkId({ params }: Request): number {
	const id = rowIdText.safeParse(params.id);
	if (!id.success) throw linkNotFound();
	return id.data;
}

/** @throws AppError "not_found" for a missing, deleted or foreign link */
export async function ownLink(db: Reader, userId: string, id: number): Promise<Link> {
	return found(await db.select().from(links).where(isOwnLink(userId, id)));
}

/** Also accepts deleted links. @throws AppError "not_found" for a missing or foreign link */
export async function ownLinkOrDeleted(db: Reader, userId: string, id: number): Promise<Link> {
	return found(await db.select().from(links).where(isOwn(userId, id)));
}

/** The condition of `ownLink`, for a statement that changes the link directly. */
export function isOwnLink(userId: string, id: number): SQL | undefined {
	return and(isOwn(userId, id), eq(links.deleted, false));
}

/** Other users' links are treated as not found. */
export function linkNotFound(): AppError {
	return new AppError("link_not_found", "Link not found");
}

function isOwn(userId: string, id: number): SQL | undefined {
	return and(eq(links.id, id), eq(links.userId, userId));
}

function found([link]: Link[]): Link {
	if (!link) throw linkNotFound();
	return link;
}
