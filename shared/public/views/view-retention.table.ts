import { boolean, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/** Progress of the daily deletion by partition of `views` (P410), so that it skips finished rows. */
export const viewRetention = pgTable("view_retention", {
	partition: varchar({ length: 63 }).primaryKey(),
	noAddressBefore: timestamp({ withTimezone: true }).notNull(),
	noAgentBefore: timestamp({ withTimezone: true }).notNull(),
	/** Whether the deleted rows' space was returned to the disk. */
	isCompact: boolean().notNull().default(false),
});
