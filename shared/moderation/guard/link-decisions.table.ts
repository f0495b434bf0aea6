import { pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * What operators decided about an owner's targets and about the brands that the owner's cards imitate (P460). It outlives the
 * link that it was made on.
 *
 * | state | target | brand | means |
 * |---|---|---|---|
 * | blocked | set | "" | no link of the owner leads there |
 * | blocked | "" | set | no card of the owner may seem to come from this brand |
 * | cleared | set | set or "" | there, seeming to come from the brand (or what names no brand) is fine |
 *
 * About the same target and brand, the last decision holds.
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
