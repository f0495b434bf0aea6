import { bigint, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/** Months of views that left the database (P693). Their files have a manifest, next to them. */
export const viewArchives = pgTable("view_archives", {
	/** Such as `2026-03`, in UTC. */
	month: varchar({ length: 7 }).primaryKey(),
	rows: bigint({ mode: "number" }).notNull(),
	bytes: bigint({ mode: "number" }).notNull(),
	archivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	/** When an operator brought it back; the files are gone then. */
	restoredAt: timestamp({ withTimezone: true }),
});
