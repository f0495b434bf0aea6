import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { randomWord } from "#server/platform/work/random-word.ts";
import { LINK_LIMITS, SLUG_PATTERN } from "#shared/links/field-schemas.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { Owner } from "./links.service.ts";

const LENGTH = 7;

/** A random slug: 31^7, about 27 billion, of them for each user. */
export function generateLinkSlug(): string {
	return randomWord(LENGTH);
}

/** What can't be a slug is refused without asking the database, which would stumble over some of it. */
export function isSlug(text: string): boolean {
	return text.length <= LINK_LIMITS.customLinkSlug && SLUG_PATTERN.test(text);
}

/** Slugs are looked up without regard to case, as the index `links_user_slug` keeps them. */
export function isOwn(owner: Owner, linkSlug: string) {
	return and(occupies(owner, linkSlug), eq(links.deleted, false));
}

/** A disabled link's slug stays taken when the link is deleted: what was disabled can't come back at its address. */
export function occupies(owner: Owner, linkSlug: string) {
	return and(
		eq(links.userId, owner.id),
		eq(sql`lower(${links.linkSlug})`, linkSlug.toLowerCase()),
		or(eq(links.deleted, false), isNotNull(links.disabledAt)),
	);
}

/** The condition on `link_aliases` that one of these slugs is an alias of the owner's links, without regard to case. */
export function isOpenAlias(userId: string, slugs: string[]) {
	const lower = slugs.map((slug) => slug.toLowerCase());
	return and(
		eq(linkAliases.userId, userId),
		sql`lower(${linkAliases.slug}) = ANY (${sql.param(lower)}::text[])`,
		sql`${linkAliases.state} = 'open'`,
	);
}
