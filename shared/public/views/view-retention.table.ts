import { boolean, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/**
 * What the daily deletion has done in each partition of `views` (P410), so that it never reads again what is done. A
 * partition without a row has not been looked at yet.
 */
export const viewRetention = pgTable("view_retention", {
	partition: varchar({ length: 63 }).primaryKey(),
	/** No older row has an address or a visitor's number. */
	noAddressBefore: timestamp({ withTimezone: true }).notNull(),
	/** No older row has a user agent. */
	noAgentBefore: timestamp({ withTimezone: true }).notNull(),
	/** Whether the room of what was deleted has been given back to the disk. */
	isCompact: boolean().notNull().default(false),
});
