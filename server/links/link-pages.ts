import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { links } from "#shared/links/links.table.ts";
import type { Owner } from "./links.service.ts";
import { type ListRow, listRows } from "./list/list-rows.ts";

/** `limit`: 1 to 1,000; by default all. `before`: only links older than this id. */
type Asked = {
	deleted: boolean;
	limit?: number | undefined;
	before?: number | undefined;
	archived?: "false" | undefined;
};
type Listed = {
	/** Lazy: each page is read when it is consumed. */
	pages: AsyncGenerator<ListRow[]>;
	/** The last link's id, if there may be more than `limit`. */
	next: number | undefined;
};

export type LinkPages = ReturnType<typeof createLinkPages>;

const ALL = 2_147_483_647;
/** Reading and writing this many blocks the event loop for some milliseconds. */
const ROWS_AT_ONCE = 50;

/** Creates the paginated list of an owner's links, newest first, so that a large account delays nobody else (P232). */
export function createLinkPages({ db }: { db: Db }) {
	async function list(owner: Owner, asked: Asked): Promise<Listed> {
		const { limit, deleted } = asked;
		const ids = await idsOf(owner, asked);
		const next = ids.length === limit ? ids.at(-1) : undefined;
		return { pages: pagesOf(owner, ids, deleted), next };
	}

	async function* pagesOf(owner: Owner, ids: number[], deleted: boolean) {
		for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
			// Without those deleted or restored meanwhile.
			yield await listRows(db, owner, { ids: ids.slice(at, at + ROWS_AT_ONCE), deleted });
		}
	}

	/** All at once, because each query for ids sorts all of the owner's links. */
	async function idsOf(owner: Owner, { deleted, limit, before, archived }: Asked): Promise<number[]> {
		const isOlder =
			before === undefined
				? undefined
				: sql`(${links.createdAt}, ${links.id}) < (SELECT created_at, id FROM links WHERE id = ${before} AND user_id = ${owner.id})`;
		const found = db
			.select({ id: links.id, createdAt: links.createdAt })
			.from(links)
			.where(and(eq(links.userId, owner.id), eq(links.deleted, deleted), isOlder, archived && isNull(links.archivedAt)))
			.orderBy(desc(links.createdAt), desc(links.id))
			.limit(limit ?? ALL)
			.as("found");
		const inOrder = sql.join([desc(found.createdAt), desc(found.id)], sql`, `);
		// Thousands of ids are read several times faster as one text than as rows.
		const [row] = await db
			.select({ ids: sql<string | null>`string_agg(${found.id}::text, ',' ORDER BY ${inOrder})` })
			.from(found);
		return (row?.ids ?? "").split(",").filter(Boolean).map(Number);
	}

	return { list };
}
