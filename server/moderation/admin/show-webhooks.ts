import { asc, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { webhooks } from "#shared/api/webhooks/webhooks.table.ts";

/** A user's webhooks in one line, without secrets; null for none. */
export async function webhooksOfUser(db: Db, userId: string): Promise<string | null> {
	const { url, offReason, failingSince } = webhooks;
	const rows = await db
		.select({ url, offReason, failingSince })
		.from(webhooks)
		.where(eq(webhooks.userId, userId))
		.orderBy(asc(webhooks.id));
	const all = rows.map((row) => `${row.url} (${stateOf(row)})`);
	return all.length === 0 ? null : all.join(", ");
}

function stateOf({ offReason, failingSince }: { offReason: string | null; failingSince: Date | null }): string {
	if (offReason !== null) return `off: ${offReason}`;
	return failingSince ? `failing since ${failingSince.toISOString()}` : "on";
}
