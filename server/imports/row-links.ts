import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { generateLinkSlug } from "#server/links/link-slug.ts";
import { readAccountTags } from "#server/links/list/account-tags.ts";
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

/**
 * What gives rows their tags in the account's spelling, as far as its plan has room for new ones; else the row's note says
 * so (P230).
 */
export async function tagGiver(tx: Pick<Tx, "execute">, { id }: Pick<User, "id">, { rows, at, limit }: Tagging) {
	const hasTags = rows.some(({ content }) => content.tags.length > 0);
	const known = hasTags ? await readAccountTags(tx, id, { at, limit }) : null;
	const noRoom = `Tags left out because your plan allows ${limit.toLocaleString("en-US")} different tags`;

	return ({ content: { tags }, note }: Tagged): { tags: string[]; note: string | null } => {
		const given = tags.flatMap((tag) => known?.give(tag) ?? []);
		const notes = (note ?? "").split(". ").filter((one) => one !== "" && one !== noRoom);
		if (given.length < tags.length) notes.push(noRoom);
		return { tags: given, note: notes.join(". ") || null };
	};
}

type Tagged = { content: Pick<ImportedLink, "tags">; note: string | null };
type Tagging = { rows: Tagged[]; at: Date; limit: number };
