import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";

/**
 * Mails the owners of links to a host that has just been disabled, each once, however many links it had (P671). Reads all
 * links, as the report on a host does.
 */
export async function mailOwnersOfHost(tx: Pick<Db, "execute">, host: string, disabledAt: Date): Promise<void> {
	await tx.execute(sql`SELECT queue_mail(closed.user_id, 'link_flagged',
			'host:' || md5(${host}) || ':' || ${disabledAt.toISOString()},
			jsonb_build_object('host', ${host}::text, 'links', closed.links))
		FROM (SELECT l.user_id, count(*)::int AS links FROM links l JOIN users u ON u.id = l.user_id
			WHERE strpos(l.target_url, ${host}) > 0 AND ${host} = ANY (domains_of(l.target_url))
				AND NOT l.deleted AND l.disabled_at IS NULL AND u.disabled_at IS NULL
			GROUP BY l.user_id) AS closed`);
}
