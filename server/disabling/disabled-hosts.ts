import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { disabledHosts } from "#shared/links/disabled-hosts.table.ts";

/**
 * SQL that tells whether an operator has disabled the host in a column of normalised addresses, or a domain that the
 * host stands in (`domains_of`, migration 0005). Where no host is disabled, it costs one look at an empty table.
 */
export function hostIsDisabled(column: "l.target_url" | "l.after_url" | "links.target_url"): string {
	return `((SELECT EXISTS (SELECT FROM disabled_hosts)) AND EXISTS
		(SELECT FROM disabled_hosts WHERE host = ANY (domains_of(${column}))))`;
}

/** The same for one address. */
export async function leadsToDisabledHost(db: Pick<Db, "select">, target: URL): Promise<boolean> {
	const isWithin = sql`${disabledHosts.host} = ANY (domains_of(${target.href}))`;
	const found = await db.select({ host: disabledHosts.host }).from(disabledHosts).where(isWithin).limit(1);
	return found.length > 0;
}
