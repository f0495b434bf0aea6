import { pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/** Hosts that an operator disabled, each with its subdomains: no link may lead there. */
export const disabledHosts = pgTable("disabled_hosts", {
	/** As `new URL()` writes it, without a trailing dot: lower case, punycode. */
	host: varchar({ length: 255 }).primaryKey(),
	/** A note for operators alone. */
	reason: varchar({ length: 500 }),
	disabledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
