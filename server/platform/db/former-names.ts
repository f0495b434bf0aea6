import { type SQL, sql } from "drizzle-orm";
import { userNames } from "#shared/account/auth/user-names.table.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { links } from "#shared/links/links.table.ts";

/** The condition that the account has or had this name (P325). @param userId the column or the id */
export function hasName(name: string, userId: SQL | string = sql`${users.id}`): SQL {
	return sql`EXISTS (SELECT FROM ${userNames} WHERE ${userNames.slug} = ${name} AND ${userNames.userId} = ${userId})`;
}

/** The condition on `links` that this slug leads to the link: its own or an alias (P320). */
export function hasSlug(slug: string): SQL {
	const lower = slug.toLowerCase();
	return sql`(lower(${links.linkSlug}) = ${lower} OR EXISTS (
		SELECT FROM ${linkAliases} WHERE ${linkAliases.userId} = ${links.userId}
			AND lower(${linkAliases.slug}) = ${lower} AND ${linkAliases.state} = 'open' AND ${linkAliases.linkId} = ${links.id}
	))`;
}
