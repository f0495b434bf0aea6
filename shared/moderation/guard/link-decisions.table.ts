import { pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * Operators' decisions about an owner's targets and imitated brands (P460); they outlive the link.
 * | state | target | brand | means |
 * |---|---|---|---|
 * | blocked | set | "" | no link of the owner leads there |
 * | blocked | "" | set | no card of the owner may imitate this brand |
 * | cleared | set | set or "" | allowed: this target, imitating the brand or none |
 * Of decisions about the same target and brand, the last is valid.
 */
export const linkDecisions = pgTable(
	"link_decisions",
	{
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		/** Hash of a target's website or page (`server/moderation/guard/hosts/target-key.ts`). */
		target: varchar({ length: 43 }).notNull(),
		brand: varchar({ length: 255 }).notNull(),
		state: varchar({ length: 7, enum: ["blocked", "cleared"] }).notNull(),
		decidedAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.target, t.brand] })],
);
