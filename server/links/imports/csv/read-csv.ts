import { AppError } from "#server/platform/http/app-error.ts";
import type { AssignedColumns, ColumnUse, FileColumn } from "#shared/links/imports/file-columns.ts";
import type { FileEncoding, ImportView } from "#shared/links/imports/imports.ts";
import { type Columns, columnsOf } from "./columns.ts";
import { textOfFile } from "./file-text.ts";
import { type CsvRecord, csvRecords } from "./records.ts";
import { cellsOf, type RowCells } from "./row-cells.ts";

export type Field = ColumnUse;
export type RawRow = RowCells & { line: number; problem?: string };
type Read = {
	shape: ImportView["shape"];
	encoding: FileEncoding;
	columns: FileColumn[];
	/** Whether this is our own export, whose cells are taken unchanged. */
	isExact: boolean;
	rows: RawRow[];
};
type Options = {
	/** Records after the header, including empty ones. */
	maxRows: number;
	assigned?: AssignedColumns | undefined;
	/** Called every 64 KB, to let other threads run. */
	rest?: () => void;
};

const REST_EVERY = 64 * 1_024;
const SHOWN_OF_ROW = 200;
const NO_TARGET = 'The first line must name the columns, one of them "target", "url", "destination" or "long_url"';
const NO_TARGET_CHOSEN = "Choose the column with the addresses that your links lead to";
const STRAY_QUOTE = "This row has a stray quote. Put the cell in quotes, and write each quote in it twice.";
const MORE_CELLS = "This row has more cells than the header. Put addresses with commas in quotes.";

/**
 * Parses a file of links: our own export, other services', or any with a target column. Blocks its thread.
 * @throws AppError "invalid" for an unusable file
 */
export function readCsv(file: Uint8Array, { maxRows, assigned, rest = () => {} }: Options): Read {
	const { text, encoding } = textOfFile(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
	const named = namedDelimiter(text);
	const at = named?.length ?? 0;
	const delimiter = named?.delimiter ?? delimiterOf(text);
	let columns: Columns | null = null;
	let records = 0;
	let restedAt = 0;
	const rows: RawRow[] = [];

	for (const record of csvRecords(text, { delimiter, at, line: named ? 2 : 1 })) {
		if (record.end - restedAt >= REST_EVERY) {
			restedAt = record.end;
			rest();
		}
		if (records > maxRows) {
			const message = `The file has more than ${maxRows} rows, counting empty ones`;
			throw new AppError("file_too_many_rows", message, { limit: maxRows });
		}
		records += 1;
		if (record.cells?.length === 0) continue;
		if (columns) rows.push(rowOf(record, columns, text));
		else columns = headerOf(record, assigned);
	}
	if (!columns || rows.length === 0) throw new AppError("file_empty", "The file has no rows");
	return { shape: columns.shape, encoding, columns: columns.listed, isExact: columns.isExact, rows };
}

/** @throws AppError "invalid" for a header that can't be read or has no target */
function headerOf({ cells, line }: CsvRecord, assigned: AssignedColumns | undefined): Columns {
	if (!cells) throw new AppError("file_unreadable", `This file isn't a readable CSV (line ${line})`);
	const columns = columnsOf(cells, assigned);
	if (columns.uses.includes("targetUrl")) return columns;
	throw new AppError("file_without_target", assigned ? NO_TARGET_CHOSEN : NO_TARGET, { columns: columns.listed });
}

function rowOf({ cells, line, begin, end }: CsvRecord, { uses }: Columns, text: string): RawRow {
	if (!cells) {
		const shown = text.slice(begin, Math.min(end, begin + SHOWN_OF_ROW));
		return { line, cells: { title: shown }, problem: STRAY_QUOTE };
	}
	const row = { line, ...cellsOf(cells, uses) };
	return cells.length > uses.length ? { ...row, problem: MORE_CELLS } : row;
}

/** Excel's `sep=` line, which names the delimiter. */
function namedDelimiter(text: string): { delimiter: string; length: number } | null {
	const [line, delimiter] = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(text.slice(0, 10)) ?? [];
	return line !== undefined && delimiter !== undefined ? { delimiter, length: line.length } : null;
}

function delimiterOf(text: string): string {
	const lines = text.slice(0, HEADER_READ).split(/\r\n|\n|\r/);
	const header = lines.find((line) => /[^\s,;|"]/.test(line)) ?? lines[0] ?? "";
	const open = header.replace(/"[^"]*"/g, "");
	const count = (delimiter: string) => open.split(delimiter).length;
	return [",", ";", "\t", "|"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

const HEADER_READ = 20_000;
