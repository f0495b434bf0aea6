import { asc, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { apiKeys } from "#shared/api/keys/api-keys.table.ts";

/** A user's API keys with their first characters, in one line; null for none. */
export async function keysOfUser(db: Db, userId: string): Promise<string | null> {
	const { name, start, lastUsedAt } = apiKeys;
	const rows = await db
		.select({ name, start, lastUsedAt })
		.from(apiKeys)
		.where(eq(apiKeys.userId, userId))
		.orderBy(asc(apiKeys.id));
	const all = rows.map((row) => {
		return `${row.name} (${row.start}, ${row.lastUsedAt ? `last used ${row.lastUsedAt.toISOString()}` : "never used"})`;
	});
	return all.length === 0 ? null : all.join(", ");
}
