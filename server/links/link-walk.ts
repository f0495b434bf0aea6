import { and, asc, eq, getTableColumns, gt, inArray, type SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { LINK_DOMAIN } from "#server/platform/db/link-domain.ts";
import { type Link, links } from "#shared/links/links.table.ts";

/** No index has an owner's links by id, so each query for ids reads all of them. */
const IDS_AT_ONCE = 2_000;
/** Reading and writing this many blocks the event loop for some milliseconds. */
const LINKS_AT_ONCE = 100;

/** The ids of an owner's links that match `filter`, in order and in batches. */
export async function* walkLinkIds(db: Db, userId: string, filter?: SQL): AsyncGenerator<number[]> {
	let last: number | undefined = 0;
	while (last !== undefined) {
		const isAfter: SQL = gt(links.id, last);
		const found = await db
			.select({ id: links.id })
			.from(links)
			.where(and(eq(links.userId, userId), isAfter, filter))
			.orderBy(asc(links.id))
			.limit(IDS_AT_ONCE);
		const ids = found.map(({ id }) => id);
		for (let at = 0; at < ids.length; at += LINKS_AT_ONCE) yield ids.slice(at, at + LINKS_AT_ONCE);
		last = ids.length < IDS_AT_ONCE ? undefined : ids.at(-1);
	}
}

/** The links themselves, each with the host that it is shown on. */
export async function* walkLinks(
	db: Db,
	userId: string,
	filter?: SQL,
): AsyncGenerator<(Link & { domain: string | null })[]> {
	for await (const ids of walkLinkIds(db, userId, filter)) {
		const isTheirs = and(inArray(links.id, ids), eq(links.userId, userId), filter);
		yield await db
			.select({ ...getTableColumns(links), domain: LINK_DOMAIN })
			.from(links)
			.where(isTheirs)
			.orderBy(asc(links.id));
	}
}
