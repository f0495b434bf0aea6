import { sql } from "drizzle-orm";
import type { TargetState } from "#shared/links/health/target-failure.ts";

/** In ISO 8601, as dates are sent. */
const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A link's target if it is gone, or checks if they are off (P685), in a query of `links`; else null. */
export const TARGET_STATE = sql<TargetState | null>`(SELECT json_build_object('goneSince', ${sql.raw(iso("t.gone_since"))},
	'failure', t.failure, 'checkedAt', ${sql.raw(iso("t.asked_at"))}, 'isOff', h.is_off)
	FROM link_health h LEFT JOIN target_health t ON t.target = h.target
	WHERE h.link_id = links.id AND (h.is_off OR t.gone_since IS NOT NULL))`;

/** Whether a link's target is gone, in a query of `links`. */
export const TARGET_IS_GONE = sql`EXISTS (SELECT FROM link_health h JOIN target_health t ON t.target = h.target
	WHERE h.link_id = links.id AND t.gone_since IS NOT NULL)`;
