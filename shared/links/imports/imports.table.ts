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

/** A CSV import, first checked, then processed; one per account at a time. */
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
		prefill: boolean().notNull().default(false),
		createdAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [uniqueIndex("imports_user").on(t.userId)],
);

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
		/** A lease: a process is reading the row's page, or its host is rate limited. */
		askedUntil: timestamp({ withTimezone: true }),
		tries: smallint().notNull().default(0),
	},
	(t) => [primaryKey({ columns: [t.importId, t.line] })],
);

type Field = Exclude<LinkField, "linkSlug" | "archivedAt">;
/** Fields added by a later release: rows stored before it lack them. */
type Added = FieldsWith<"revision", "set">;
type Written<Value> = Value extends Date | null ? string | null : Value;

/** A link as in a file; times in ISO 8601, empty texts and nulls for nothing. */
export type ImportedLink = { [Name in Exclude<Field, Added>]: Written<Link[Name]> } & {
	[Name in Added]?: Written<Link[Name]>;
} & {
	slug: string;
	isArchived: boolean;
	/** The host in the file; null for our own address, left out for the default. */
	domain?: string | null;
	/** What the file lacked and the page may supply; empty once read. */
	lacks: ("title" | "description" | "imageUrl")[];
	picture?: string;
	code?: ModerationCode;
	/** The reason in words, until the link's note has it. */
	flag?: string;
};

export type Import = typeof imports.$inferSelect;
