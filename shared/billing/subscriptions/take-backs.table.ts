import { boolean, jsonb, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Used only by release 1.0.0, which runs next to this one during an upgrade and after a rollback. */
export const takeBacks = pgTable("take_backs", {
	userId: varchar({ length: 255 })
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	stripeSubscriptionId: varchar({ length: 255 }).notNull(),
	cancelAtPeriodEnd: boolean().notNull(),
	cancelAt: timestamp({ withTimezone: true }),
	plannedPhases: jsonb().notNull(),
	priceId: varchar({ length: 255 }).notNull(),
	openedAt: timestamp({ withTimezone: true }).notNull(),
	restoredAt: timestamp({ withTimezone: true }),
});
