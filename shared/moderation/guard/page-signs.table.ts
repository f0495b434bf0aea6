import { pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Pages that asked for a password or card under another brand's title (P550). The last reading counts. */
export const pageSigns = pgTable(
	"page_signs",
	{
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		/** Hash of host and path (`server/moderation/guard/hosts/target-key.ts`). */
		page: varchar({ length: 43 }).notNull(),
		brand: varchar({ length: 255 }).notNull(),
		title: varchar({ length: 300 }).notNull(),
		asks: varchar({ length: 20, enum: ["password", "card number"] }).notNull(),
		readAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.page] })],
);

export type PageAsks = (typeof pageSigns.$inferSelect)["asks"];
