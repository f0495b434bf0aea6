import { sql } from "drizzle-orm";

/** SQL for whether a row `d` of `domains` can have links: verified, and not disabled. */
export const DOMAIN_IS_LIVE = "d.verified_at IS NOT NULL AND d.disabled_at IS NULL";

/** The host that a link is shown on (P625), in a query of `links`; null for our own. Off and disabled domains don't count. */
export const LINK_DOMAIN = sql<string | null>`(SELECT d.host FROM domains d WHERE d.id = links.domain_id
	AND d.user_id = links.user_id AND ${sql.raw(DOMAIN_IS_LIVE)})`;
