import { eq, sql } from "drizzle-orm";
import { isOpenAlias } from "#server/links/link-slug.ts";
import type { NewLink, Written } from "#server/links/new-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import type { ImportedLink } from "#shared/links/imports/imports.table.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { reasonText } from "#shared/moderation/guard/reason-texts.ts";
import { beginningOf } from "#shared/platform/plain-text.ts";
import { IMAGE_LEFT_OUT } from "./judge-row.ts";

/** The targets of the owner's links by slug or alias, in lowercase. */
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
	const byAlias = await db
		.select({ slug: linkAliases.slug, target: links.targetUrl })
		.from(linkAliases)
		.innerJoin(links, eq(links.id, linkAliases.linkId))
		.where(isOpenAlias(userId, slugs));
	return new Map([...found, ...byAlias].map(({ slug, target }) => [slug.toLowerCase(), target]));
}

/** A row as a new link, with a random slug if the file has none. */
export function newLinkOf({
	slug,
	startsAt,
	endsAt,
	lacks: _,
	picture: __,
	code: ___,
	flag: ____,
	...content
}: ImportedLink): NewLink {
	return {
		...content,
		linkSlug: slug || null,
		startsAt: startsAt === null ? null : new Date(startsAt),
		endsAt: endsAt === null ? null : new Date(endsAt),
		cards: [],
	};
}

/** A row's note, with the tags that exceed the account's limit (P230). */
export function noteOfTags(note: string | null, { areLeftOut, limit }: { areLeftOut: boolean; limit: number }) {
	const noRoom = `Tags left out because your plan allows ${limit.toLocaleString("en-US")} different tags`;
	const notes = (note ?? "").split(". ").filter((one) => one !== "" && one !== noRoom);
	if (areLeftOut) notes.push(noRoom);
	return notes.join(". ") || null;
}

/** A created link's note: why it is flagged (P382), and what was omitted. */
export function noteOfMade(
	note: string | null,
	{ link, leftOut, reasons }: Extract<Written, { link: unknown }>,
	limit: number,
) {
	const said = leftOut.includes("image") ? [note, IMAGE_LEFT_OUT].filter(Boolean).join(". ") : note;
	const areLeftOut = leftOut.includes("tags");
	return (
		[flagNote(reasons, link.targetUrl), noteOfTags(said, { areLeftOut, limit })].filter(Boolean).join(". ") || null
	);
}

/** Why a link is flagged, or null. */
export function flagNote(reasons: ModerationReason[], targetUrl: string): string | null {
	const sentences = reasons.map((reason) => reasonText(reason, shownHost(targetUrl)).replace(/\.$/, ""));
	return sentences.length > 0 ? `Flagged: ${sentences.join(". ")}` : null;
}

/** Truncates a note to what can be stored: it may contain a long host. */
export function noteThatFits(note: string | null): string | null {
	if (note === null || note.length <= IMPORT_LIMITS.note) return note;
	return `${beginningOf(note, IMPORT_LIMITS.note - 1)}…`;
}
