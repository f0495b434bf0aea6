import { pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "./users.table.ts";

/**
 * An account's past and present names, written by a trigger (docs/decisions/0043). Kept, so that a name never changes
 * hands.
 */
export const userNames = pgTable("user_names", {
	slug: varchar({ length: 20 }).primaryKey(),
	userId: varchar({ length: 255 })
		.notNull()
		.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
