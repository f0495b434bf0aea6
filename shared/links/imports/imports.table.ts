import {
	boolean,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	smallint,
	timestamp,
	uniqueIndex,
	uuid,
	varchar,
} from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";
import type { FieldsWith, LinkField } from "../link-fields.ts";
import type { Link } from "../links.table.ts";
import { IMPORT_LIMITS, type ModerationCode } from "./imports.ts";

/** A file of links that someone brought, first checked and then worked off; an account has one at a time. */
export const imports = pgTable(
	"imports",
	{
		id: uuid().primaryKey().defaultRandom(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		fileName: varchar({ length: 255 }).notNull(),
		shape: varchar({ length: 16 }).notNull(),
		state: varchar({ length: 16 }).notNull().default("checked"),
		reason: varchar({ length: 300 }),
		/** Whether cards are to be filled from their pages. */
		prefill: boolean().notNull().default(false),
		createdAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [uniqueIndex("imports_user").on(t.userId)],
);

/** What a row of a file asks for, judged; `create` rows wait for their link. */
export const importRows = pgTable(
	"import_rows",
	{
		importId: uuid()
			.notNull()
			.references(() => imports.id, { onDelete: "cascade" }),
		line: integer().notNull(),
		state: varchar({ length: 8 }).notNull(),
		note: varchar({ length: IMPORT_LIMITS.note }),
		content: jsonb().$type<ImportedLink>().notNull(),
		/** A lease: until then a process is reading the row's page, or its host is rate limited. */
		askedUntil: timestamp({ withTimezone: true }),
		tries: smallint().notNull().default(0),
	},
	(t) => [primaryKey({ columns: [t.importId, t.line] })],
);

type Field = Exclude<LinkField, "linkSlug" | "archivedAt">;
/** What a release has added: rows that waited for it lack this. */
type Added = FieldsWith<"revision", "set">;
type Written<Value> = Value extends Date | null ? string | null : Value;

/** A link as a file has it; times in ISO 8601, empty texts and null for nothing. */
export type ImportedLink = { [Name in Exclude<Field, Added>]: Written<Link[Name]> } & {
	[Name in Added]?: Written<Link[Name]>;
} & {
	slug: string;
	isArchived: boolean;
	/** What the file did not have, so that a page may be asked for it; empty once it was. */
	lacks: ("title" | "description" | "imageUrl")[];
	/** The image that its page names, to be copied. */
	picture?: string;
	/** Why the guard flags or refuses it. */
	code?: ModerationCode;
	/** The same in words, until its link is made and its note says it. */
	flag?: string;
};

export type Import = typeof imports.$inferSelect;
