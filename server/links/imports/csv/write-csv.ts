import { and, eq, inArray } from "drizzle-orm";
import { liveDomains } from "#server/links/link-domains.ts";
import { walkLinks } from "#server/links/link-walk.ts";
import { imageUrlOn, shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CSV_COLUMNS, harmlessCell } from "#shared/links/imports/imports.ts";
import { fieldText, LINK_FIELD_NAMES, type LinkField } from "#shared/links/link-fields.ts";
import { type Link, links } from "#shared/links/links.table.ts";

type Options = { linksOrigin: string; imagesOrigin: string; ids?: number[] | undefined };
type Owner = { id: string; userSlug: string };

/** Without it, Excel doesn't recognize UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** The owner's links with their counts as chunks of CSV, oldest first; only `ids` if given (P189). */
export async function* linksCsv(db: Db, owner: Owner, { ids, ...origins }: Options): AsyncGenerator<string> {
	const hasDefault = (await liveDomains(db, owner.id)).some(({ isDefault }) => isDefault);
	// An empty cell means the default.
	const ourHost = hasDefault ? new URL(origins.linksOrigin).hostname : "";
	yield BYTE_ORDER_MARK + csvLine([...CSV_COLUMNS]);
	const isWanted = ids === undefined ? undefined : inArray(links.id, ids);
	for await (const page of walkLinks(db, owner.id, and(eq(links.deleted, false), isWanted))) {
		yield page.map((link) => csvLine(cellsOf(link, owner, { ...origins, ourHost }))).join("");
	}
}

type Listed = Link & { domain: string | null };
type Written = Omit<Options, "ids"> & { ourHost: string };

function cellsOf(
	link: Listed,
	{ userSlug }: Owner,
	{ linksOrigin, imagesOrigin, ourHost }: Written,
): (string | number)[] {
	const imageUrl = imageUrlOn(imagesOrigin, link.imageUrl) ?? "";
	const cells: Partial<Record<LinkField, string>> = { imageUrl, archivedAt: link.archivedAt ? "yes" : "" };
	return [
		...LINK_FIELD_NAMES.map((name) => cells[name] ?? fieldText(link[name])),
		link.domain ?? ourHost,
		shortUrlOf(linksOrigin, { userSlug, linkSlug: link.linkSlug, domain: link.domain }),
		link.viewsHuman,
		link.viewsBot,
		link.createdAt.toISOString(),
	];
}

/** Text is quoted and can't start a formula; numbers are ours. */
export function csvLine(cells: (string | number)[]): string {
	const written = cells.map((cell) =>
		typeof cell === "number" ? String(cell) : `"${harmlessCell(cell).replaceAll('"', '""')}"`,
	);
	return `${written.join(",")}\r\n`;
}
