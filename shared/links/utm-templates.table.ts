import { sql } from "drizzle-orm";
import { pgTable, serial, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";

/** Saved campaign parameters (P188). Names are unique per account, ignoring case. */
export const utmTemplates = pgTable(
	"utm_templates",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		name: varchar({ length: 40 }).notNull(),
		source: varchar({ length: 200 }).notNull(),
		medium: varchar({ length: 200 }).notNull(),
		campaign: varchar({ length: 200 }).notNull(),
		term: varchar({ length: 200 }).notNull(),
		content: varchar({ length: 200 }).notNull(),
	},
	(t) => [uniqueIndex("utm_templates_user_name").on(t.userId, sql`lower(name)`)],
);
