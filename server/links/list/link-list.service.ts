import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { LIST_LIMITS, type LinkSearch, type TagCount } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import type { Owner } from "../links.service.ts";
import { foundBy, IS_GONE, isFlagged, LACKS_IMAGE, orderBy, type SearchedLinks } from "./link-search.ts";
import { type ListRow, listRows } from "./list-rows.ts";
import { createTagCounts } from "./tag-counts.ts";

export type LinkList = ReturnType<typeof createLinkList>;

export function createLinkList({ db, now, ownOrigins }: { db: Db; now: () => Date; ownOrigins: readonly string[] }) {
	const tags = createTagCounts();

	/** A search's ids, first rows, totals, and tags as JSON, in one snapshot. */
	async function search(owner: Owner, search: LinkSearch) {
		return asOfOneMoment(async (tx) => {
			const ids = await idsOf(tx, owner, search);
			return {
				ids,
				rows: await listRows(tx, owner, { ids: ids.slice(0, LIST_LIMITS.page), deleted: false }),
				...(await accountOf(tx, owner)),
			};
		});
	}

	/** The unfiltered list's ids, totals, and tags as JSON, in one snapshot (P405). */
	async function index(owner: Owner) {
		return asOfOneMoment(async (tx) => {
			return { ids: await idsOf(tx, owner, UNFILTERED), ...(await accountOf(tx, owner)) };
		});
	}

	function asOfOneMoment<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
		return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
	}

	async function idsOf(tx: Tx, owner: Owner, search: LinkSearch): Promise<number[]> {
		// Thousands of ids are read several times faster as one text than as rows.
		const inOrder = sql.join(orderBy(search.sort), sql`, `);
		const [found] = await tx
			.select({ ids: sql<string>`coalesce(string_agg(${links.id}::text, ',' ORDER BY ${inOrder}), '')` })
			.from(links)
			.where(foundBy(owner, { search, ownOrigins }));
		return (found?.ids ?? "").split(",").filter(Boolean).map(Number);
	}

	async function accountOf(tx: Tx, owner: Owner) {
		return { ...(await totalsOf(tx, owner)), tagsJson: await tags.read(tx, owner), readAt: now() };
	}

	/** A page of a search, newest first by id, so that links that are added or removed meanwhile shift nothing (P642). */
	async function page(owner: Owner, { before, limit, ...search }: Page) {
		const isOlder = before === undefined ? undefined : lt(links.id, before);
		const found = await db
			.select({ id: links.id })
			.from(links)
			.where(and(foundBy(owner, { search, ownOrigins }), isOlder))
			.orderBy(desc(links.id))
			.limit(limit + 1);
		const ids = found.slice(0, limit).map(({ id }) => id);
		const next = found.length > limit ? (ids.at(-1) ?? null) : null;
		return { rows: await listRows(db, owner, { ids, deleted: search.deleted ?? false }), next };
	}

	/** Rows in the order of their ids; missing, deleted or foreign ones are omitted. */
	async function rows(owner: Owner, ids: number[]): Promise<ListRow[]> {
		return listRows(db, owner, { ids, deleted: false });
	}

	/** The account's tags by name, with how many links have each. */
	async function tagsOf(owner: Pick<Owner, "id">): Promise<TagCount[]> {
		return JSON.parse(await tags.read(db, owner)) as TagCount[];
	}

	return { search, index, page, rows, tagsOf };
}

/** `before`: only links with a smaller id. */
type Page = SearchedLinks & { before: number | undefined; limit: number };

const UNFILTERED: LinkSearch = { q: "", sort: "newest" };

type Reader = Pick<Db, "select" | "execute">;

async function totalsOf(db: Reader, owner: Owner) {
	const [counted] = await db
		.select({
			links: sql<string>`count(*) FILTER (WHERE NOT ${links.deleted})`,
			archived: sql<string>`count(*) FILTER (WHERE NOT ${links.deleted} AND ${links.archivedAt} IS NOT NULL)`,
			withoutImage: sql<string>`count(*) FILTER (WHERE NOT ${links.deleted} AND ${LACKS_IMAGE})`,
		})
		.from(links)
		.where(eq(links.userId, owner.id));
	const isListed = and(eq(links.userId, owner.id), eq(links.deleted, false), isFlagged);
	const [flags] = await db.select({ flagged: count() }).from(links).where(isListed);
	const flagged = flags?.flagged ?? 0;
	const isGone = and(eq(links.userId, owner.id), eq(links.deleted, false), IS_GONE);
	const [targets] = await db.select({ gone: count() }).from(links).where(isGone);
	const gone = targets?.gone ?? 0;
	const withoutImage = Number(counted?.withoutImage ?? 0);
	return {
		totals: {
			links: Number(counted?.links ?? 0),
			archived: Number(counted?.archived ?? 0),
			...(flagged > 0 && { flagged }),
			...(gone > 0 && { gone }),
			...(withoutImage > 0 && { withoutImage }),
		},
	};
}
