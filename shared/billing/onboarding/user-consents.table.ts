import { boolean, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Who accepted the terms and privacy policy, and when. One row per user. */
export const userConsents = pgTable(
	"user_consents",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		termsAccepted: boolean().notNull().default(true),
		privacyAccepted: boolean().notNull().default(true),
		acceptanceDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [uniqueIndex("user_consents_user_id").on(t.userId)],
);
