import { sql } from "drizzle-orm";
import { index, pgTable, serial, timestamp, uuid, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * Statements of withdrawal (P577). As evidence they outlive the account; deleted three years after closing
 * (docs/decisions/0095).
 */
export const withdrawals = pgTable(
	"withdrawals",
	{
		id: serial().primaryKey(),
		/** Unguessable: the address of the confirmation contains it. */
		number: varchar({ length: 20 }).notNull().unique(),
		/** From the form, so that a repeated request is one statement. */
		key: uuid().notNull().unique(),
		/** The session's user; null if signed out. */
		userId: varchar({ length: 255 }).references(() => users.id, { onDelete: "set null", onUpdate: "cascade" }),
		name: varchar({ length: 255 }).notNull(),
		email: varchar({ length: 254 }).notNull(),
		contract: varchar({ length: 255 }).notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull(),
		closedAt: timestamp({ withTimezone: true }),
	},
	(t) => [
		index("withdrawals_open").on(t.createdAt).where(sql`closed_at IS NULL`),
		index("withdrawals_user_id").on(t.userId),
	],
);

export type Withdrawal = typeof withdrawals.$inferSelect;
