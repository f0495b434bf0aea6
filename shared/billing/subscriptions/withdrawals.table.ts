import { sql } from "drizzle-orm";
import { index, pgTable, serial, timestamp, uuid, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * Statements of withdrawal from a contract (P577). They are proof for both sides, so deleting an account keeps them;
 * they go three years after an operator has closed them (docs/decisions/0095).
 */
export const withdrawals = pgTable(
	"withdrawals",
	{
		id: serial().primaryKey(),
		/** In the address of the confirmation: characters that nobody guesses. */
		number: varchar({ length: 20 }).notNull().unique(),
		/** Of the form that was sent: a statement that is sent twice is one. */
		key: uuid().notNull().unique(),
		/** Whose session it was sent in; null for signed-out people. */
		userId: varchar({ length: 255 }).references(() => users.id, { onDelete: "set null", onUpdate: "cascade" }),
		/** As the person typed them. */
		name: varchar({ length: 255 }).notNull(),
		email: varchar({ length: 254 }).notNull(),
		contract: varchar({ length: 255 }).notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull(),
		/** When an operator had paid it back, or answered. */
		closedAt: timestamp({ withTimezone: true }),
	},
	(t) => [
		index("withdrawals_open").on(t.createdAt).where(sql`closed_at IS NULL`),
		index("withdrawals_user_id").on(t.userId),
	],
);

export type Withdrawal = typeof withdrawals.$inferSelect;
