import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { isOwnLink } from "#server/account/auth/own-link.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { randomWord } from "#server/platform/work/random-word.ts";
import { LINK_LIMITS, SLUG_PATTERN } from "#shared/links/field-schemas.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { links } from "#shared/links/links.table.ts";
import type { Owner } from "./links.service.ts";

const LENGTH = 7;

/** A random slug: 31^7 (about 27 billion) per user. */
export function generateLinkSlug(): string {
	return randomWord(LENGTH);
}

/** Invalid slugs are refused without asking the database, which would fail on some of them. */
export function isSlug(text: string): boolean {
	return text.length <= LINK_LIMITS.customLinkSlug && SLUG_PATTERN.test(text);
}

/** The condition for an owner's slug, case-insensitive like the index `links_user_slug`. */
function isOwn(owner: Owner, linkSlug: string) {
	return and(occupies(owner, linkSlug), eq(links.deleted, false));
}

/** The slug or the id of an owner's link. */
export type LinkName = string | number;

export function isNamedBy(owner: Owner, name: LinkName) {
	return typeof name === "number" ? isOwnLink(owner.id, name) : isOwn(owner, name);
}

/** A disabled link keeps its slug when it is deleted, so that it can't return at its URL. */
export function occupies(owner: Owner, linkSlug: string) {
	return and(
		eq(links.userId, owner.id),
		eq(sql`lower(${links.linkSlug})`, linkSlug.toLowerCase()),
		or(eq(links.deleted, false), isNotNull(links.disabledAt)),
	);
}

/** The condition on `link_aliases` for the owner's aliases with one of these slugs, case-insensitive. */
export function isOpenAlias(userId: string, slugs: string[]) {
	const lower = slugs.map((slug) => slug.toLowerCase());
	return and(
		eq(linkAliases.userId, userId),
		sql`lower(${linkAliases.slug}) = ANY (${sql.param(lower)}::text[])`,
		sql`${linkAliases.state} = 'open'`,
	);
}

export function slugTaken(cause?: unknown): AppError {
	return new AppError("slug_taken", SLUG_TAKEN, { field: "customLinkSlug", cause });
}
