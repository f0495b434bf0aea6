import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";

/** SQL for the address of an account's domain. */
export const DOMAIN_ADDRESS = "'https://' || domains.host";

/** SQL for whether a normalized address's host or parent domain is disabled (`domains_of`, migration 0005). */
export function hostIsDisabled(
	column:
		| "l.target_url"
		| "l.after_url"
		| "links.target_url"
		| "d.root_target"
		| "d.unknown_target"
		| typeof DOMAIN_ADDRESS,
): string {
	return `((SELECT EXISTS (SELECT FROM disabled_hosts)) AND EXISTS
		(SELECT FROM disabled_hosts WHERE host = ANY (domains_of(${column}))))`;
}

/** Which of these normalized addresses have a disabled host, in one query. */
export async function disabledAmong(db: Pick<Db, "execute">, addresses: string[]): Promise<Set<string>> {
	if (addresses.length === 0) return new Set();
	const { rows } = await db.execute<{ address: string }>(sql`
		SELECT address FROM unnest(${sql.param(addresses)}::text[]) AS address
		WHERE (SELECT EXISTS (SELECT FROM disabled_hosts))
			AND EXISTS (SELECT FROM disabled_hosts WHERE host = ANY (domains_of(address)))`);
	return new Set(rows.map(({ address }) => address));
}
