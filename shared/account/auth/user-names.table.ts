import { pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "./users.table.ts";

/**
 * Every `userSlug` of an account, past and present, written by a trigger (docs/decisions/0043). Rows are kept, so a
 * name always leads to the same account.
 */
export const userNames = pgTable("user_names", {
	slug: varchar({ length: 20 }).primaryKey(),
	userId: varchar({ length: 255 })
		.notNull()
		.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
