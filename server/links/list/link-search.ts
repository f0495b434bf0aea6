import { and, arrayContains, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { FLAG_IS_SHOWN } from "#server/moderation/disabling/trusted-owners.ts";
import { hasName, hasSlug } from "#server/platform/db/former-names.ts";
import { DOMAIN_IS_LIVE } from "#server/platform/db/link-domain.ts";
import { TARGET_IS_GONE } from "#server/platform/db/link-health.ts";
import { readDomainHost } from "#shared/links/domains/domain-host.ts";
import { fieldsThat } from "#shared/links/link-fields.ts";
import type { LinkFilter, LinkSearch, LinkSort } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import { parseUrl } from "#shared/platform/parse-url.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { columnsFor, type Owner } from "../links.service.ts";
import { asciiOf, foldedWord } from "./folded-word.ts";

/** More words narrow a search no further. */
const MOST_WORDS = 8;
const ON_DOMAIN = /^(?:https?:\/\/)?([^/:\s]+)(?::\d+)?\/([A-Za-z0-9_-]{1,20})\+?\/?(?:[?#].*)?$/i;

/** The searched text, defined once so that every word searches the same. */
const SEARCHED = fieldsThat(({ searched }) => searched).map((name) =>
	name === "tags" ? sql`array_to_string(${links.tags}, ' ')` : sql`${links[name]}`,
);
const TEXT = sql`lower(concat_ws(' ', ${sql.join(SEARCHED, sql`, `)}))`;

/** `deleted` and `externalId` find links wherever they are. */
export type SearchedLinks = LinkSearch & { deleted?: boolean; externalId?: string | undefined };
type Found = { search: SearchedLinks; ownOrigins: readonly string[] };

/** Ignores case and accents (P403). A whole short URL finds its link, a host the links on that domain (P626). Scans the owner's links (docs/decisions/0016). */
export function foundBy(owner: Owner, { search, ownOrigins }: Found): SQL | undefined {
	const { q, filter, tag, externalId, deleted = false } = search;
	const isAnywhere = deleted || externalId !== undefined;
	const text = trimBlank(q);
	const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
	const address = addressOf(text, ownOrigins);
	return and(
		eq(links.userId, owner.id),
		eq(links.deleted, deleted),
		filter ? FILTERS[filter](owner) : isAnywhere ? undefined : isNull(links.archivedAt),
		externalId === undefined ? undefined : eq(links.externalId, externalId),
		tag === undefined ? undefined : arrayContains(links.tags, [tag]),
		address === null
			? or(and(...words.map((word) => or(has(word), isOnHost(owner, word)))), isOnDomain(owner, text))
			: isAt(owner, address),
	);
}

/** The row's own condition (P390). */
export const isFlagged = sql`EXISTS (SELECT FROM link_flags f WHERE f.link_id = ${links.id} AND ${sql.raw(FLAG_IS_SHOWN)})`;

export const LACKS_IMAGE = sql`(${links.archivedAt} IS NULL AND ${links.imageUrl} IS NULL)`;

export const IS_GONE = sql`(${links.archivedAt} IS NULL AND ${TARGET_IS_GONE})`;

const FILTERS: Record<LinkFilter, (owner: Owner) => SQL | undefined> = {
	archived: () => isNotNull(links.archivedAt),
	// Archived ones too: a disabled link must be found wherever it is.
	flagged: () => isFlagged,
	disabled: (owner) => and(isNull(links.archivedAt), columnsFor(owner).isDisabled),
	"no-picture": () => LACKS_IMAGE,
	gone: () => IS_GONE,
	expired: () => and(isNull(links.archivedAt), lte(links.endsAt, sql`now()`)),
};

export function orderBy(sort: LinkSort): SQL[] {
	const newest = [desc(links.createdAt), desc(links.id)];
	return {
		newest,
		people: [desc(links.viewsHuman), ...newest],
		bots: [desc(links.viewsBot), ...newest],
		seen: [sql`${links.lastSeenAt} DESC NULLS LAST`, ...newest],
	}[sort];
}

/** Only texts with non-ASCII letters are matched by regex, which takes several times as long. */
function has(word: string): SQL {
	const isAggregated = sql`(octet_length(${TEXT}) > length(${TEXT}) AND ${TEXT} ~ ${foldedWord(word)})`;
	const inAscii = asciiOf(word);
	return inAscii === null ? isAggregated : sql`(strpos(${TEXT}, ${inAscii}) > 0 OR ${isAggregated})`;
}

/** The domains are found once, not for each link. */
function isOnHost(owner: Owner, word: string): SQL {
	const host = (/[/?#@:]/.test(word) ? null : parseUrl(`http://${word}`)?.hostname) ?? word;
	return sql`${links.domainId} IN (SELECT d.id FROM domains d WHERE d.user_id = ${owner.id}
		AND ${sql.raw(DOMAIN_IS_LIVE)} AND strpos(d.host, ${host}) > 0)`;
}

/** By a whole short URL on any domain of the account that the link is or was on, also one that is off. */
function isOnDomain(owner: Owner, text: string): SQL | undefined {
	const [, host = "", linkSlug] = ON_DOMAIN.exec(text) ?? [];
	if (linkSlug === undefined) return undefined;
	const read = readDomainHost(host).host;
	const ids = sql`ARRAY(SELECT d.id FROM domains d WHERE d.user_id = ${owner.id} AND d.host = ${read})`;
	return and(hasSlug(linkSlug), sql`(${links.domainId} = ANY (${ids}) OR ${links.formerDomainIds} && ${ids})`);
}

type Address = { userSlug: string; linkSlug: string };

function isAt(owner: Owner, { userSlug, linkSlug }: Address): SQL | undefined {
	return and(hasName(userSlug, owner.id), hasSlug(linkSlug));
}

/** A whole short URL of any owner, on any of our origins; null for anything else. */
function addressOf(q: string, ownOrigins: readonly string[]): Address | null {
	const path = withoutScheme(q);
	const prefixes = ownOrigins.map((origin) => `${withoutScheme(origin)}/go/`);
	const prefix = prefixes.find((each) => path.toLowerCase().startsWith(each.toLowerCase()));
	if (prefix === undefined) return null;
	const [userSlug, linkSlug] = path
		.slice(prefix.length)
		.replace(/[?#].*$/, "")
		.split("/");
	return userSlug && linkSlug ? { userSlug: userSlug.toLowerCase(), linkSlug } : null;
}

function withoutScheme(text: string): string {
	return text.replace(/^https?:\/\//i, "");
}
