import { index, integer, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core";
import { links } from "../links.table.ts";
import { CARD_TARGETS } from "./card-targets.ts";

/** A custom card for one target; null inherits from the link. A trigger maintains the card's version. */
export const linkCards = pgTable(
	"link_cards",
	{
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		target: varchar({ length: 16, enum: CARD_TARGETS }).notNull(),
		title: varchar({ length: 255 }),
		description: varchar({ length: 2048 }),
		imageUrl: varchar({ length: 2048 }),
		color: varchar({ length: 7 }),
		buttonLabel: varchar({ length: 80 }),
	},
	(t) => [primaryKey({ columns: [t.linkId, t.target] }), index("link_cards_image_url").on(t.imageUrl)],
);
