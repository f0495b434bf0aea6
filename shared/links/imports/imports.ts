import { z } from "zod";
import { IMPORT_ROWS_WITHOUT_BULK } from "../../billing/plans/plan-features.ts";
import type { ModerationReason } from "../../moderation/guard/moderation-reason.ts";
import type { ErrorCode } from "../../platform/error-codes.ts";
import { LINK_FIELD_NAMES, LINK_FIELDS } from "../link-fields.ts";
import { fileColumn } from "./file-columns.ts";

/** What an export has, in this order, and an import of our own shape takes; what the last four say is not brought in. */
export const CSV_COLUMNS = [
	...LINK_FIELD_NAMES.map((name) => LINK_FIELDS[name].csv.column),
	"short_url",
	"views_human",
	"views_bot",
	"created_at",
] as const;

export const IMPORT_LIMITS = {
	bytes: 5 * 1024 * 1024,
	/** Rows of a file, and on plans without `bulkImport`. */
	rows: 5_000,
	rowsOfPro: IMPORT_ROWS_WITHOUT_BULK,
	/** Addresses that an import asks, of pages and their images; of a host all imports of a process together. */
	asksAMinute: 12,
	asksAMinuteOfHost: 4,
	/** Rows in one answer. */
	page: 200,
	/** Characters of a row's note. */
	note: 300,
} as const;

/** What becomes of a row: what is to be done, or was. */
export const ROW_STATES = ["create", "same", "refused", "made"] as const;
export type RowState = (typeof ROW_STATES)[number];

/** How the letters of a file are written; a file in none of these is refused. */
export const FILE_ENCODINGS = ["utf-8", "utf-16", "windows-1252"] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

/** Answer of the calls about an import. */
export const importView = z.object({
	id: z.uuid(),
	fileName: z.string(),
	/** By whose headers the file was read. */
	shape: z.enum(["visualink", "bitly", "dub", "rebrandly", "shortio", "yourls", "other"]),
	/** `checked` waits for a word; `stopped` ended early, as `reason` says. */
	state: z.enum(["checked", "running", "done", "stopped"]),
	reason: z.string().nullable(),
	/** Whether pages are asked for what rows lack. */
	prefill: z.boolean(),
	counts: z.record(z.enum(ROW_STATES), z.number().int()),
	/** Rows that the guard flags, among those to be made and made. */
	flagged: z.number().int(),
	/** What the file's columns are used as, and its encoding; only in the answer to the check. */
	columns: z.array(fileColumn).optional(),
	encoding: z.enum(FILE_ENCODINGS).optional(),
	createdAt: z.iso.datetime(),
});
export type ImportView = z.infer<typeof importView>;

/** Why the guard flagged a row that was made, or the error that the form answers for one that it refused (P391). */
export type ModerationCode = ModerationReason["code"] | ErrorCode;

/** A line of the file, and its verdict. */
export const importRow = z.object({
	/** As a text editor counts it. */
	line: z.number().int(),
	state: z.enum(ROW_STATES),
	slug: z.string(),
	title: z.string(),
	targetUrl: z.string(),
	/** What was changed, or why it is not brought in. */
	note: z.string().nullable(),
	/** A `ModerationCode`, where the guard flagged or refused it. */
	code: z.string().optional(),
});
export type ImportRow = z.infer<typeof importRow>;

/** Which rows are listed: those of a state, or those that `ImportView.flagged` counts. */
export const ROW_FILTERS = [...ROW_STATES, "flagged"] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

/** The body of `POST /api/imports/:id/start`. */
export const importStart = z.object({ prefill: z.boolean().default(false) });

/** Programs for tables take these at a cell's beginning for a formula; a quote before them makes a text of it. */
const FORMULA = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** A cell that no program runs. @see plainCell */
export function harmlessCell(text: string): string {
	return FORMULA.test(text) ? `'${text}` : text;
}

/** What `harmlessCell` was given. */
export function plainCell(text: string): string {
	return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
