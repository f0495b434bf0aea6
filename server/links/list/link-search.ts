import { and, arrayContains, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { fieldsThat } from "#shared/links/link-fields.ts";
import type { LinkFilter, LinkSearch, LinkSort } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import { columnsFor, type Owner } from "../links.service.ts";
import { asciiOf, foldedWord } from "./folded-word.ts";

/** More words than this narrow nothing down any more. */
const MOST_WORDS = 8;

/** What is looked through; written once, so that every word is looked for in the same. */
const SEARCHED = fieldsThat(({ searched }) => searched).map((name) =>
	name === "tags" ? sql`array_to_string(${links.tags}, ' ')` : sql`${links[name]}`,
);
const TEXT = sql`lower(concat_ws(' ', ${sql.join(SEARCHED, sql`, `)}))`;

type Found = { search: LinkSearch; publicOrigin: string };

/**
 * The links that a search finds: each word is in one of the `searched` fields, without regard to case and accents
 * (P403). A whole short address finds its link. The owner's links are looked through one by one (docs/decisions/0016).
 */
export function foundBy(owner: Owner, { search: { q, filter, tag }, publicOrigin }: Found): SQL | undefined {
	const slug = slugOf(q, publicOrigin, owner.userSlug);
	const words = slug === null ? q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS) : [];
	return and(
		eq(links.userId, owner.id),
		eq(links.deleted, false),
		filter ? FILTERS[filter](owner) : isNull(links.archivedAt),
		tag === undefined ? undefined : arrayContains(links.tags, [tag]),
		slug === null ? undefined : eq(sql`lower(${links.linkSlug})`, slug.toLowerCase()),
		...words.map(has),
	);
}

/** One row for each filter that `LINK_FILTERS` names. */
const FILTERS: Record<LinkFilter, (owner: Owner) => SQL | undefined> = {
	archived: () => isNotNull(links.archivedAt),
	disabled: (owner) => and(isNull(links.archivedAt), columnsFor(owner).isDisabled),
	"no-picture": () => and(isNull(links.archivedAt), isNull(links.imageUrl)),
	expired: () => and(isNull(links.archivedAt), lte(links.endsAt, sql`now()`)),
};

/** Of equals the newest first. */
export function orderBy(sort: LinkSort): SQL[] {
	const newest = [desc(links.createdAt), desc(links.id)];
	return {
		newest,
		people: [desc(links.viewsHuman), ...newest],
		bots: [desc(links.viewsBot), ...newest],
		seen: [sql`${links.lastSeenAt} DESC NULLS LAST`, ...newest],
	}[sort];
}

/** Only texts with letters beyond ASCII are compared letter by letter, which takes several times as long. */
function has(word: string): SQL {
	const isFolded = sql`(octet_length(${TEXT}) > length(${TEXT}) AND ${TEXT} ~ ${foldedWord(word)})`;
	const inAscii = asciiOf(word);
	return inAscii === null ? isFolded : sql`(strpos(${TEXT}, ${inAscii}) > 0 OR ${isFolded})`;
}

/** Of a whole short address of the owner's; null for anything else. */
function slugOf(q: string, publicOrigin: string, userSlug: string): string | null {
	const [host, path] = [publicOrigin, q.trim()].map((text) => text.replace(/^https?:\/\//i, ""));
	const prefix = `${host}/go/${userSlug}/`;
	if (!path?.toLowerCase().startsWith(prefix.toLowerCase())) return null;
	return path.slice(prefix.length).replace(/[/?#].*$/, "") || null;
}
