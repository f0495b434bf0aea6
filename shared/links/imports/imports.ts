import { z } from "zod";
import { IMPORT_ROWS_WITHOUT_BULK } from "../../billing/plans/plan-features.ts";
import type { ModerationReason } from "../../moderation/guard/moderation-reason.ts";
import type { ErrorCode } from "../../platform/error-codes.ts";
import { LINK_FIELD_NAMES, LINK_FIELDS } from "../link-fields.ts";
import { fileColumn } from "./file-columns.ts";

/** The columns of an export, in order, and of an import in our own format; the import ignores the last four. */
export const CSV_COLUMNS = [
	...LINK_FIELD_NAMES.map((name) => LINK_FIELDS[name].csv.column),
	"domain",
	"short_url",
	"views_human",
	"views_bot",
	"created_at",
] as const;

export const IMPORT_LIMITS = {
	bytes: 5 * 1024 * 1024,
	/** Most rows of a file, and of one without `bulkImport`. */
	rows: 5_000,
	rowsOfPro: IMPORT_ROWS_WITHOUT_BULK,
	/** Requests per minute to pages and images; per host over all imports of a process. */
	asksAMinute: 12,
	asksAMinuteOfHost: 4,
	page: 200,
	note: 300,
} as const;

export const ROW_STATES = ["create", "same", "refused", "made"] as const;
export type RowState = (typeof ROW_STATES)[number];

export const FILE_ENCODINGS = ["utf-8", "utf-16", "windows-1252"] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

export const importView = z.object({
	id: z.uuid(),
	fileName: z.string(),
	/** Whose export format the header matches. */
	shape: z.enum(["visualink", "bitly", "dub", "rebrandly", "shortio", "yourls", "other"]),
	/** `checked` awaits confirmation; `stopped` ended early, with a `reason`. */
	state: z.enum(["checked", "running", "done", "stopped"]),
	reason: z.string().nullable(),
	prefill: z.boolean(),
	counts: z.record(z.enum(ROW_STATES), z.number().int()),
	/** Rows that the guard flags, both pending and created. */
	flagged: z.number().int(),
	columns: z.array(fileColumn).optional(),
	encoding: z.enum(FILE_ENCODINGS).optional(),
	createdAt: z.iso.datetime(),
});
export type ImportView = z.infer<typeof importView>;

/** Why the guard flagged a created row, or the form's error for a refused one (P391). */
export type ModerationCode = ModerationReason["code"] | ErrorCode;

export const importRow = z.object({
	line: z.number().int(),
	state: z.enum(ROW_STATES),
	slug: z.string(),
	title: z.string(),
	targetUrl: z.string(),
	/** As the file has it. */
	domain: z.string().optional(),
	note: z.string().nullable(),
	code: z.string().optional(),
});
export type ImportRow = z.infer<typeof importRow>;

/** Rows of a state, or those counted in `ImportView.flagged`. */
export const ROW_FILTERS = [...ROW_STATES, "flagged"] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

export const importStart = z.object({ prefill: z.boolean().default(false) });

/** Spreadsheets treat these at the start of a cell as a formula; a leading quote makes it text. */
const FORMULA = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** A cell that no spreadsheet evaluates. @see plainCell */
export function harmlessCell(text: string): string {
	return FORMULA.test(text) ? `'${text}` : text;
}

/** The inverse of `harmlessCell`. */
export function plainCell(text: string): string {
	return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
