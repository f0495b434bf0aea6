import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { ownerIsTrusted } from "#server/moderation/disabling/trusted-owners.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { userNames } from "#shared/account/auth/user-names.table.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import type { Link } from "#shared/links/links.table.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import { type Decisions, decisionsOf } from "./decisions.ts";
import { type PageSigns, pageSignsOf } from "./page-signs.ts";

type Reader = Pick<Db, "select">;

export type LinkOwner = {
	/** Current name, then former ones, which still redirect. */
	names: string[];
	decisions: Decisions;
	/** Mere suspicions have no effect (P547). */
	isTrusted: boolean;
	pages: PageSigns;
	/** Hosts that the account has verified. */
	domains: string[];
};

/** Call it under the owner's row lock if a decision must not be missed. */
export async function ownerOf(reader: Reader, userId: string): Promise<LinkOwner> {
	const isTrusted = await isTrustedOwner(reader, userId);
	const decisions = await decisionsOf(reader, userId);
	const pages = await pageSignsOf(reader, userId);
	const hosts = await verifiedHostsOf(reader, userId);
	return { names: await namesOf(reader, userId), decisions, isTrusted, pages, domains: hosts };
}

/** Whether an address is on the owner's own domain, or below it. */
export function isOwnSite({ domains }: Pick<LinkOwner, "domains">, url: URL): boolean {
	const host = hostOf(url);
	return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

async function verifiedHostsOf(reader: Reader, userId: string): Promise<string[]> {
	const { host, verifiedAt, disabledAt } = domains;
	const isVerified = and(eq(domains.userId, userId), isNotNull(verifiedAt), isNull(disabledAt));
	return (await reader.select({ host }).from(domains).where(isVerified)).map((row) => row.host);
}

export async function isTrustedOwner(reader: Reader, userId: string): Promise<boolean> {
	const [found] = await reader
		.select({ isTrusted: sql<boolean>`${sql.raw(ownerIsTrusted("users"))}` })
		.from(users)
		.where(eq(users.id, userId));
	return found?.isTrusted === true;
}

/** A user's current name, then former ones. */
export async function namesOf(reader: Reader, userId: string): Promise<string[]> {
	const rows = await reader
		.select({ name: userNames.slug })
		.from(userNames)
		.innerJoin(users, eq(users.id, userNames.userId))
		.where(eq(userNames.userId, userId))
		.orderBy(desc(sql`${userNames.slug} = ${users.userSlug}`));
	return rows.map(({ name }) => name);
}

/** A stored link with its cards and aliases, for the check. */
export async function contentOf(reader: Reader, link: Link) {
	const [content] = await contentsOf(reader, [link]);
	return content ?? { ...link, cards: [], aliases: [] };
}

/** The contents of several links, in order. */
export async function contentsOf(reader: Reader, stored: Link[]) {
	const ids = stored.map(({ id }) => id);
	const cards = await reader.select().from(linkCards).where(inArray(linkCards.linkId, ids));
	const isOpen = and(inArray(linkAliases.linkId, ids), eq(linkAliases.state, "open"));
	const aliases = await reader.select().from(linkAliases).where(isOpen);
	return stored.map((link) => {
		const isIts = ({ linkId }: { linkId: number }) => linkId === link.id;
		return { ...link, cards: cards.filter(isIts), aliases: aliases.filter(isIts).map(({ slug }) => slug) };
	});
}
