import { parse } from "csv-parse/sync";
import { AppError } from "#server/http/app-error.ts";
import { CSV_COLUMNS, type ImportView, plainCell } from "#shared/imports/imports.ts";
import { LINK_FIELD_NAMES, LINK_FIELDS, type LinkField } from "#shared/links/link-fields.ts";
import { trimBlank } from "#shared/plain-text.ts";

/** What a column means. `shortUrl`: a short address, whose last part is the slug; `customUrls`: those with a chosen one. */
export type Field = LinkField | "shortUrl" | "customUrls";

/** Other services' columns of short addresses. */
const SHORT_URL = ["shorturl", "shortlink", "link", "bitlink"];
const CUSTOM_URLS = ["custombitlinks", "custombitlink"];

/** What a column means, by its name in lower case without anything but letters and digits. */
const COLUMNS = new Map<string, Field>([
	...LINK_FIELD_NAMES.flatMap((name) => {
		const { column, synonyms } = LINK_FIELDS[name].csv;
		return [plainName(column), ...synonyms].map((each): [string, Field] => [each, name]);
	}),
	...SHORT_URL.map((each): [string, Field] => [each, "shortUrl"]),
	...CUSTOM_URLS.map((each): [string, Field] => [each, "customUrls"]),
]);

/** Columns whose names mean something else elsewhere. */
const COLUMNS_OF: Partial<Record<ImportView["shape"], Record<string, Field>>> = {
	shortio: { path: "linkSlug" },
	yourls: { keyword: "linkSlug" },
};

/** Cells are not empty; `cut` names those that were longer than `CELL_LIMIT` and are only the beginning. */
export type RawRow = { line: number; cells: Partial<Record<Field, string>>; cut?: Field[] };
/** `isExact`: an export of ours, whose cells are taken as they are. */
type Read = { shape: ImportView["shape"]; isExact: boolean; rows: RawRow[] };
type Options = {
	/** Records after the header, empty ones included. */
	maxRows: number;
	/** Called after each 64 KB, to let other threads run. */
	rest?: () => void;
};

/** Characters kept of a cell: more than any field may have, so that nothing that is too long passes for valid. */
export const CELL_LIMIT = 4_096;
const RECORD_MAX_BYTES = 64 * 1_024;
/** Cells of one record; honest files have a few dozen. The parser does not count empty ones towards a record's size. */
const RECORD_MAX_CELLS = 10_000;
const REST_EVERY_BYTES = 64 * 1_024;
/** Named, since the parser would otherwise accept only the file's first line break, and a row could run past all others. */
const LINE_BREAKS = ["\r\n", "\n", "\r"];
const BYTE_ORDER_MARK = Buffer.from("\ufeff");
const [TAB, LF, CR, SPACE, QUOTE] = [0x09, 0x0a, 0x0d, 0x20, 0x22];

/**
 * Reads a file of links: our own export's shape, those of the services in `shapeOf`, or any with a column for the target.
 * It blocks its thread until it is done.
 * @throws AppError "invalid" with what is wrong with the file as a whole
 */
export function readCsv(file: Uint8Array, { maxRows, rest = () => {} }: Options): Read {
	const all = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
	const whole = all.subarray(0, 3).equals(BYTE_ORDER_MARK) ? all.subarray(3) : all;
	const named = namedDelimiter(whole);
	const bytes = whole.subarray(named?.bytes ?? 0);
	const lineOf = createLineCounter(bytes, named ? 2 : 1);
	let columns: (Field | undefined)[] | null = null;
	let names: string[] = [];
	let isExact = false;
	let records = 0;
	let restedAt = 0;
	const rows: RawRow[] = [];

	/** Answers null, so that the parser keeps nothing. */
	function readRecord(record: string[], { bytes: end }: { bytes: number }): null {
		if (end - restedAt >= REST_EVERY_BYTES) {
			restedAt = end;
			rest();
		}
		if (records > maxRows) {
			const message = `The file has more than ${maxRows} rows, counting empty ones`;
			throw new AppError("file_too_many_rows", message, { limit: maxRows });
		}
		records += 1;
		const line = lineOf(end);
		if (record.every((cell) => trimBlank(cell) === "")) return null;
		if (columns !== null) {
			rows.push({ line, ...cellsOf(record, columns) });
			return null;
		}
		names = record.map((name) => plainName(name.slice(0, COLUMN_NAME_MAX)));
		const own = COLUMNS_OF[shapeOf(names)] ?? {};
		columns = names.map((name) => own[name] ?? COLUMNS.get(name));
		isExact = isOwnExport(record);
		if (!columns.includes("targetUrl")) throw new AppError("file_without_target", NO_TARGET);
		return null;
	}

	const text = textOf(bytes);
	const delimiter = named?.delimiter ?? delimiterOf(text);
	requireFewCells(bytes, delimiter);
	try {
		parse(bytes, {
			delimiter,
			record_delimiter: LINE_BREAKS,
			relax_column_count: true,
			max_record_size: RECORD_MAX_BYTES,
			trim: true,
			on_record: readRecord,
		});
	} catch (error) {
		if (error instanceof AppError) throw error;
		const line = error instanceof Error && "lines" in error ? ` (line ${String(error.lines)})` : "";
		throw new AppError("file_unreadable", `This file isn't a readable CSV${line}`, { cause: error });
	}
	if (rows.length === 0) throw new AppError("file_empty", "The file has no rows");
	return { shape: shapeOf(names), isExact, rows };
}

const COLUMN_NAME_MAX = 100;
const NO_TARGET = 'The first line must name the columns, one of them "target", "url", "destination" or "long_url"';

function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function shapeOf(names: string[]): ImportView["shape"] {
	const has = (...some: string[]) => some.some((name) => names.includes(name));
	if (has("targeturl")) return "visualink";
	if (has("destinationurl")) return "dub";
	if (has("longurl", "longlink")) return "bitly";
	if (has("slashtag")) return "rebrandly";
	if (has("originalurl") && has("path", "idstring", "shorturl")) return "shortio";
	return has("keyword") && has("url") ? "yourls" : "other";
}

/** An earlier release's export has fewer columns; the last ones it has, too. */
function isOwnExport(header: string[]): boolean {
	return header.every((name) => OWN_COLUMNS.has(name)) && OWN_MARKS.every((name) => header.includes(name));
}

const OWN_COLUMNS: ReadonlySet<string> = new Set(CSV_COLUMNS);
const OWN_MARKS = ["target_url", "short_url", "created_at"];

/** Of two columns of one meaning the first that says something counts. */
function cellsOf(record: string[], columns: (Field | undefined)[]): Pick<RawRow, "cells" | "cut"> {
	const cells: RawRow["cells"] = {};
	const cut: Field[] = [];
	for (const [n, cell] of record.entries()) {
		const field = columns[n];
		if (!field || trimBlank(cell) === "" || cells[field] !== undefined) continue;
		const text = plainCell(cell);
		cells[field] = text.slice(0, CELL_LIMIT);
		if (text.length > CELL_LIMIT) cut.push(field);
	}
	return cut.length > 0 ? { cells, cut } : { cells };
}

function textOf(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (error) {
		throw new AppError("file_wrong_encoding", "The file is not in UTF-8. Please save it as 'CSV UTF-8'", {
			cause: error,
		});
	}
}

/**
 * Five million empty cells in one record would take more memory than a thread may have, and end the whole process.
 * @throws AppError "invalid"
 */
function requireFewCells(bytes: Buffer, delimiter: string): void {
	const between = delimiter.charCodeAt(0);
	let isQuoted = false;
	let cells = 0;
	for (const byte of bytes) {
		if (byte === QUOTE) isQuoted = !isQuoted;
		else if (isQuoted) continue;
		else if (byte === LF || byte === CR) cells = 0;
		else if (byte === between) cells += 1;
		if (cells > RECORD_MAX_CELLS) {
			const message = `The file has a row of more than ${RECORD_MAX_CELLS.toLocaleString("en")} cells`;
			throw new AppError("file_too_many_cells", message, { limit: RECORD_MAX_CELLS });
		}
	}
}

/** Excel's own first line, which names the delimiter. */
function namedDelimiter(bytes: Buffer): { delimiter: string; bytes: number } | null {
	const [line, delimiter] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(bytes.toString("latin1", 0, 10)) ?? [];
	return line !== undefined && delimiter !== undefined ? { delimiter, bytes: line.length } : null;
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
	const first = text.slice(0, 2_000).split("\n", 1)[0] ?? "";
	const count = (delimiter: string) => first.split(delimiter).length;
	return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * The lines on which rows begin, as editors count them: the parser takes a line break of two characters within a cell
 * for two.
 * @param first the line on which the bytes begin
 * @returns what wants the end of one row after the other
 */
function createLineCounter(bytes: Buffer, first: number): (end: number) => number {
	let [at, line] = [0, first];
	return (end) => {
		let begin: number | null = null;
		for (; at < end; at += 1) {
			const byte = bytes[at];
			if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) line += 1;
			else if (byte !== SPACE && byte !== TAB && byte !== CR) begin ??= line;
		}
		return begin ?? line;
	};
}
