import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { links } from "#shared/links/links.table.ts";
import type { Owner } from "./links.service.ts";
import { type ListRow, listRows } from "./list/list-rows.ts";

/**
 * `limit`: 1 to 1,000; without one all are asked for. `before`: only links made before the one with this id. `archived`:
 * "false" leaves archived links out.
 */
type Asked = {
	deleted: boolean;
	limit?: number | undefined;
	before?: number | undefined;
	archived?: "false" | undefined;
};
type Listed = {
	/** Read one by one, as they are taken. */
	pages: AsyncGenerator<ListRow[]>;
	/** The id of the last link, when there may be more than `limit`. */
	next: number | undefined;
};

export type LinkPages = ReturnType<typeof createLinkPages>;

/** More than any account has. */
const ALL = 2_147_483_647;
/** To read and write so many takes the event loop some milliseconds. */
const ROWS_AT_ONCE = 50;

/** An owner's links, newest first, in pages: no account is so large that others wait for its list (P232). */
export function createLinkPages({ db }: { db: Db }) {
	async function list(owner: Owner, asked: Asked): Promise<Listed> {
		const { limit, deleted } = asked;
		const ids = await idsOf(owner, asked);
		const next = ids.length === limit ? ids.at(-1) : undefined;
		return { pages: pagesOf(owner, ids, deleted), next };
	}

	async function* pagesOf(owner: Owner, ids: number[], deleted: boolean) {
		for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
			// Without those that were deleted or restored meanwhile.
			yield await listRows(db, owner, { ids: ids.slice(at, at + ROWS_AT_ONCE), deleted });
		}
	}

	/** All at once: each query of ids sorts all links of the owner. */
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
		// One text of thousands of ids is read several times faster than as many rows.
		const [row] = await db
			.select({ ids: sql<string | null>`string_agg(${found.id}::text, ',' ORDER BY ${inOrder})` })
			.from(found);
		return (row?.ids ?? "").split(",").filter(Boolean).map(Number);
	}

	return { list };
}
