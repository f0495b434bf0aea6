import { date, pgTable, varchar } from "drizzle-orm/pg-core";

/** A random salt per UTC day, shared by all processes; deleted 48 hours after the day began (P140). */
export const visitorSalts = pgTable("visitor_salts", {
	day: date().primaryKey(),
	salt: varchar({ length: 64 }).notNull(),
});
