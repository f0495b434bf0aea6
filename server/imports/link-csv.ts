import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { publicLinkPath } from "#shared/api-paths.ts";
import { CSV_COLUMNS, harmlessCell } from "#shared/imports/imports.ts";
import { type Link, links } from "#shared/links/links.table.ts";

type Options = { publicOrigin: string; ids?: number[] | undefined };
type Owner = { id: string; userSlug: string };

/** More would keep others waiting. */
const LINKS_AT_ONCE = 100;
/** Without it Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * The owner's links with their counts, in parts of a CSV file, in the order they were made; of these ids alone where
 * some are given (P189).
 */
export async function* linksCsv(db: Db, owner: Owner, { publicOrigin, ids }: Options): AsyncGenerator<string> {
	yield BYTE_ORDER_MARK + csvLine([...CSV_COLUMNS]);
	const isWanted = ids === undefined ? undefined : inArray(links.id, ids);
	let last: Link | undefined;
	do {
		const page = await db
			.select()
			.from(links)
			.where(and(eq(links.userId, owner.id), eq(links.deleted, false), gt(links.id, last?.id ?? 0), isWanted))
			.orderBy(asc(links.id))
			.limit(LINKS_AT_ONCE);
		if (page.length > 0) yield page.map((link) => csvLine(cellsOf(link, owner, publicOrigin))).join("");
		last = page.length < LINKS_AT_ONCE ? undefined : page.at(-1);
	} while (last);
}

function cellsOf(link: Link, { userSlug }: Owner, publicOrigin: string): (string | number)[] {
	return [
		link.linkSlug,
		link.targetUrl,
		link.title,
		link.description,
		link.imageUrl?.startsWith("/") ? publicOrigin + link.imageUrl : (link.imageUrl ?? ""),
		link.tags.join(", "),
		link.startsAt?.toISOString() ?? "",
		link.endsAt?.toISOString() ?? "",
		link.afterUrl ?? "",
		link.archivedAt ? "yes" : "",
		publicOrigin + publicLinkPath(userSlug, link.linkSlug),
		link.viewsHuman,
		link.viewsBot,
		link.createdAt.toISOString(),
	];
}

/** Texts stand in quotes, and none begins a formula; numbers are ours. */
export function csvLine(cells: (string | number)[]): string {
	const written = cells.map((cell) =>
		typeof cell === "number" ? String(cell) : `"${harmlessCell(cell).replaceAll('"', '""')}"`,
	);
	return `${written.join(",")}\r\n`;
}
