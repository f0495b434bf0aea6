import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { linkSources } from "#shared/analytics/link-sources.table.ts";
import { LIST_LIMITS, type LinkSearch } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import { columnsFor, type Owner, type OwnLink } from "../links.service.ts";
import { foundBy, orderBy } from "./link-search.ts";
import { createTagCounts } from "./tag-counts.ts";

export type LinkList = ReturnType<typeof createLinkList>;

/** The dashboard's list of an owner's links. */
export function createLinkList({ db, now, ownOrigins }: { db: Db; now: () => Date; ownOrigins: readonly string[] }) {
	const tags = createTagCounts();

	/** Which links a search finds, the first rows of them, the totals, and the tags as JSON: all as of one moment. */
	async function search(owner: Owner, search: LinkSearch) {
		return db.transaction(
			async (tx) => {
				// One text of thousands of ids is read several times faster than as many rows.
				const inOrder = sql.join(orderBy(search.sort), sql`, `);
				const [found] = await tx
					.select({ ids: sql<string>`coalesce(string_agg(${links.id}::text, ',' ORDER BY ${inOrder}), '')` })
					.from(links)
					.where(foundBy(owner, { search, ownOrigins }));
				const ids = (found?.ids ?? "").split(",").filter(Boolean).map(Number);
				const rows = await rowsOf(tx, owner, ids.slice(0, LIST_LIMITS.page));
				return { ids, rows, ...(await totalsOf(tx, owner)), tagsJson: await tags.read(tx, owner), readAt: now() };
			},
			{ isolationLevel: "repeatable read", accessMode: "read only" },
		);
	}

	/** Rows by their ids, in the order of these; what is missing, deleted or someone else's is left out. */
	async function rows(owner: Owner, ids: number[]): Promise<ListRow[]> {
		return rowsOf(db, owner, ids);
	}

	return { search, rows };
}

type ListRow = OwnLink & { topSource: string | null };
type Reader = Pick<Db, "select" | "execute">;

async function rowsOf(db: Reader, owner: Owner, ids: number[]): Promise<ListRow[]> {
	if (ids.length === 0) return [];
	const found = await db
		.select({ ...columnsFor(owner), topSource: TOP_SOURCE })
		.from(links)
		.leftJoin(linkSources, eq(linkSources.linkId, links.id))
		.where(and(inArray(links.id, ids), eq(links.userId, owner.id), eq(links.deleted, false)));
	const byId = new Map(found.map((link) => [link.id, { ...link, topSource: unquoted(link.topSource) }]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The first value of a breakdown, still in its quotes. PostgreSQL's own operators parse the whole document and fail at
 * half a character anywhere, which older releases may have stored.
 */
const TOP_SOURCE = sql<string | null>`substring(${linkSources.sources}::text FROM '^[[\\s]*"((?:[^"\\\\]|\\\\.)*)"')`;

function unquoted(quoted: string | null): string | null {
	return quoted === null ? null : String(JSON.parse(`"${quoted}"`)).replace(/\p{Surrogate}/gu, "");
}

async function totalsOf(db: Reader, owner: Owner) {
	const [counted] = await db
		.select({
			links: sql<string>`count(*) FILTER (WHERE NOT ${links.deleted})`,
			archived: sql<string>`count(*) FILTER (WHERE NOT ${links.deleted} AND ${links.archivedAt} IS NOT NULL)`,
			human: sql<string>`coalesce(sum(${links.viewsHuman}), 0)`,
			bot: sql<string>`coalesce(sum(${links.viewsBot}), 0)`,
		})
		.from(links)
		.where(eq(links.userId, owner.id));
	const [human, bot] = [Number(counted?.human ?? 0), Number(counted?.bot ?? 0)];
	return {
		totals: { links: Number(counted?.links ?? 0), archived: Number(counted?.archived ?? 0) },
		views: { total: human + bot, human, bot },
	};
}
