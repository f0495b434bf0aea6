import { index, integer, jsonb, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import type { Evidence, FlagState, ModerationReason } from "../moderation/guard/moderation-reason.ts";
import { links } from "./links.table.ts";

/** Links with a suspicious card or target, and operators' decisions (P382). Triggers notify every process. */
export const linkFlags = pgTable(
	"link_flags",
	{
		linkId: integer()
			.primaryKey()
			.references(() => links.id, { onDelete: "cascade" }),
		state: varchar({ length: 10 }).$type<FlagState>().notNull(),
		/** Of the strongest reason: decides what visitors get (P546). */
		evidence: varchar({ length: 10 }).$type<Evidence>().notNull(),
		reasons: jsonb().$type<ModerationReason[]>().notNull(),
		/** Hash of the reviewed card and targets: a decision is valid until it changes. */
		contentHash: varchar({ length: 43 }).notNull(),
		flaggedAt: timestamp({ withTimezone: true }).notNull(),
		reviewAskedAt: timestamp({ withTimezone: true }),
		decidedAt: timestamp({ withTimezone: true }),
		note: varchar({ length: 500 }),
	},
	(t) => [index("link_flags_state").on(t.state, t.flaggedAt)],
);

export type LinkFlagRow = typeof linkFlags.$inferSelect;
