import { asc, eq, type SQL, sql } from "drizzle-orm";
import { notifyOfDomains } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { type DomainRow, domains } from "#shared/links/domains/domains.table.ts";
import { DOMAIN_ADDRESS, hostIsDisabled } from "./disabled-hosts.ts";

const isDisabled = sql.raw(hostIsDisabled(DOMAIN_ADDRESS));

/** What `disabled_at` of a row of `domains` must be: a domain is disabled exactly while its host or a parent of it is. */
export function domainDisabledAt(at: Date): SQL {
	return sql`CASE WHEN ${isDisabled} THEN coalesce(${domains.disabledAt}, ${at}) END`;
}

/** To be called in the transaction that disables or enables a host. */
export async function disableDomainsOfHosts(db: Pick<Db, "update" | "execute">, at: Date): Promise<void> {
	const changed = await db
		.update(domains)
		.set({ disabledAt: domainDisabledAt(at) })
		.where(sql`(${domains.disabledAt} IS NOT NULL) <> ${isDisabled}`)
		.returning({ userId: domains.userId });
	for (const userId of new Set(changed.map((each) => each.userId))) await notifyOfDomains(db, userId);
}

/** Accounts' domains at this host or below it, verified ones first. */
export function domainsAt(db: Pick<Db, "select">, host: string): Promise<{ domain: DomainRow; owner: User }[]> {
	return db
		.select({ domain: domains, owner: users })
		.from(domains)
		.innerJoin(users, eq(users.id, domains.userId))
		.where(sql`${host} = ANY (domains_of(${sql.raw(DOMAIN_ADDRESS)}))`)
		.orderBy(sql`${domains.verifiedAt} IS NULL`, asc(domains.host), asc(domains.id));
}
