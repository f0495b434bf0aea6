import { index, pgTable, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Keyed hashes of deleted accounts under an operator's decision (P463), and that decision's user. */
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
