import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";

type Event = {
	type: string;
	userId: string;
	/** The event's `data`, as it is sent. */
	data: object;
	/** What it is once of, such as a month; a second one is dropped. */
	once: string;
};

/** Stores an event for an account's webhooks in the transaction of its cause; those of links are stored by triggers (P661). */
export async function raiseWebhookEvent(db: Pick<Db, "execute">, { type, userId, data, once }: Event): Promise<void> {
	const source = JSON.stringify({ data });
	await db.execute(sql`SELECT raise_webhook_events(${type}::text, ARRAY[${userId}::text], ARRAY[${source}::jsonb],
		ARRAY[${once}::text])`);
}

/** Stores that the targets of these links are gone, for those of their owners who have a webhook for it, in the caller's transaction. */
export async function raiseTargetsGone(tx: Pick<Db, "execute">, linkIds: readonly number[]): Promise<void> {
	await tx.execute(sql`SELECT raise_webhook_events('link.target_gone', array_agg(l.user_id),
			array_agg(jsonb_build_object('link', to_jsonb(l))))
		FROM links l WHERE l.id = ANY (${sql.param(linkIds)}::int[])`);
}
