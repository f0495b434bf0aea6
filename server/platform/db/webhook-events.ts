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
