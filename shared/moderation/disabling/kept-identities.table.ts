import { index, pgTable, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * Keyed hashes of the Google accounts and mailboxes of people who deleted an account about which an operator's decision holds
 * (P463), and the row of `users` to which the decision belongs.
 */
export const keptIdentities = pgTable(
	"kept_identities",
	{
		hash: varchar({ length: 43 }).primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	},
	(t) => [index("kept_identities_user").on(t.userId)],
);
