import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { userNames } from "#shared/auth/user-names.table.ts";
import { users } from "#shared/auth/users.table.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import type { Link } from "#shared/links/links.table.ts";
import type { LinkContent } from "./content.ts";
import { type Decisions, decisionsOf } from "./decisions.ts";

type Reader = Pick<Db, "select">;

/** What counts of a link's owner when the link is judged. */
export type LinkOwner = {
	/** Those in the addresses of the owner's links: the present one, then former ones, which still work. */
	names: string[];
	decisions: Decisions;
};

/** To be read under the lock of the owner's row, where a decision must not be missed. */
export async function ownerOf(reader: Reader, userId: string): Promise<LinkOwner> {
	return { names: await namesOf(reader, userId), decisions: await decisionsOf(reader, userId) };
}

/** The present name of a user, then the former ones. */
export async function namesOf(reader: Reader, userId: string): Promise<string[]> {
	const rows = await reader
		.select({ name: userNames.slug })
		.from(userNames)
		.innerJoin(users, eq(users.id, userNames.userId))
		.where(eq(userNames.userId, userId))
		.orderBy(desc(sql`${userNames.slug} = ${users.userSlug}`));
	return rows.map(({ name }) => name);
}

/** A stored link as it is judged, with its cards and aliases. */
export async function contentOf(reader: Reader, link: Link): Promise<LinkContent> {
	const cards = await reader.select().from(linkCards).where(eq(linkCards.linkId, link.id));
	const aliases = await reader
		.select({ slug: linkAliases.slug })
		.from(linkAliases)
		.where(and(eq(linkAliases.linkId, link.id), eq(linkAliases.state, "open")));
	return { ...link, cards, aliases: aliases.map(({ slug }) => slug) };
}
