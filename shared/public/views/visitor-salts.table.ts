import { date, pgTable, varchar } from "drizzle-orm/pg-core";

/** A random salt for each day (UTC), shared by all processes, and gone 48 hours after the day began (P140). */
export const visitorSalts = pgTable("visitor_salts", {
	day: date().primaryKey(),
	salt: varchar({ length: 64 }).notNull(),
});
