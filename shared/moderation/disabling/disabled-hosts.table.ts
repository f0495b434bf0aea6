import { pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

export const disabledHosts = pgTable("disabled_hosts", {
	/** As `new URL()` writes it, without a trailing dot. */
	host: varchar({ length: 255 }).primaryKey(),
	reason: varchar({ length: 500 }),
	disabledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
