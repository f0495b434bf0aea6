import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { generateLinkSlug } from "#server/links/link-slug.ts";
import { tagSpellings } from "#server/links/list/tag-spellings.ts";
import type { User } from "#shared/auth/users.table.ts";
import type { ImportedLink } from "#shared/imports/imports.table.ts";
import { links } from "#shared/links/links.table.ts";

/** Where the owner's links of these slugs lead; slugs in lower case. */
export async function targetsBySlug(
	db: Pick<Db, "select">,
	userId: string,
	rows: { content: Pick<ImportedLink, "slug"> }[],
): Promise<Map<string, string>> {
	const slugs = rows.map(({ content }) => content.slug.toLowerCase()).filter(Boolean);
	if (slugs.length === 0) return new Map();
	const isTheirs = sql`${links.userId} = ${userId} AND lower(${links.linkSlug}) = ANY (${sql.param(slugs)}::text[])
		AND (NOT ${links.deleted} OR ${links.disabledAt} IS NOT NULL)`;
	const found = await db.select({ slug: links.linkSlug, target: links.targetUrl }).from(links).where(isTheirs);
	return new Map(found.map(({ slug, target }) => [slug.toLowerCase(), target]));
}

/** A row as a link; with a slug of its own where the file has none. */
export function valuesOf(link: ImportedLink, { createdAt, userId }: { createdAt: Date; userId: string }) {
	const { slug, targetUrl, title, description, imageUrl, tags, startsAt, endsAt, afterUrl, isArchived } = link;
	return {
		userId,
		createdAt,
		linkSlug: slug || generateLinkSlug(),
		targetUrl,
		title,
		description,
		imageUrl,
		tags,
		startsAt: startsAt === null ? null : new Date(startsAt),
		endsAt: endsAt === null ? null : new Date(endsAt),
		afterUrl,
		archivedAt: isArchived ? createdAt : null,
	};
}

/** Each tag as its owner has written it before, or as the first of these rows does. */
export async function spelling(
	tx: Tx,
	owner: User,
	rows: { content: Pick<ImportedLink, "tags"> }[],
): Promise<(tag: string) => string> {
	const hasTags = rows.some(({ content }) => content.tags.length > 0);
	const known = hasTags ? await tagSpellings(tx, owner.id) : new Map<string, string>();
	return (tag) => {
		const name = known.get(tag.toLowerCase()) ?? tag;
		known.set(tag.toLowerCase(), name);
		return name;
	};
}
