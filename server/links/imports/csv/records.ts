import { AppError } from "#server/platform/http/app-error.ts";
import { COLUMN_LIMITS } from "#shared/links/imports/file-columns.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

/** Cells without trailing empty ones; null for a record with a stray quote, which ends with its line. */
export type CsvRecord = {
	/** The line on which it begins, as editors count. */
	line: number;
	begin: number;
	end: number;
	cells: string[] | null;
};

/** If a quote isn't closed within this many characters, it is stray, and only its line is lost. */
const QUOTED_MAX = 64 * 1_024;
const [TAB, LF, CR, FF, SPACE, QUOTE] = [0x09, 0x0a, 0x0d, 0x0c, 0x20, 0x22];

/**
 * Linear time, except that lines after a stray quote are read again within `QUOTED_MAX`.
 * @param at the text's start, on line `line`
 * @throws AppError "invalid" for a record with too many cells
 */
export function* csvRecords(
	text: string,
	{ delimiter, at, line }: { delimiter: string; at: number; line: number },
): Generator<CsvRecord> {
	let [begin, beginLine] = [at, line];
	while (begin < text.length) {
		const read = readRecord(text, begin, delimiter.charCodeAt(0));
		const end = read?.end ?? endOfLine(text, begin);
		yield { line: beginLine, begin, end, cells: read?.cells ?? null };
		beginLine += countLineBreaks(text, begin, end);
		if (end < text.length) beginLine += 1;
		begin = text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
	}
}

/** @returns null for a stray quote: inside a cell, before other text, or never closed */
function readRecord(text: string, begin: number, delimiter: number): { end: number; cells: string[] } | null {
	const cells: string[] = [];
	let empty = 0;
	for (let at = begin; ; at += 1) {
		const cell = readCell(text, { at, delimiter, last: begin + QUOTED_MAX });
		if (!cell) return null;
		at = cell.end;
		if (trimBlank(cell.text) === "") empty += 1;
		else {
			if (cells.length + empty >= COLUMN_LIMITS.all) throw tooManyCells();
			for (; empty > 0; empty -= 1) cells.push("");
			cells.push(cell.text);
		}
		if (at >= text.length || text.charCodeAt(at) !== delimiter) return { end: at, cells };
	}
}

type Place = { at: number; delimiter: number; last: number };

function readCell(text: string, { at, delimiter, last }: Place): { text: string; end: number } | null {
	const from = skipSpaces(text, at, delimiter);
	if (text.charCodeAt(from) === QUOTE) {
		const close = closingQuote(text, from, last);
		const end = close === null ? -1 : skipSpaces(text, close + 1, delimiter);
		if (close === null || !(end === text.length || isEnd(text.charCodeAt(end), delimiter))) return null;
		return { text: text.slice(from + 1, close).replaceAll('""', '"'), end };
	}
	let end = from;
	for (; end < text.length; end += 1) {
		const code = text.charCodeAt(end);
		if (isEnd(code, delimiter)) break;
		if (code === QUOTE) return null;
	}
	return { text: text.slice(from, end).trimEnd(), end };
}

function closingQuote(text: string, open: number, last: number): number | null {
	for (let at = open + 1; ; at += 2) {
		at = text.indexOf('"', at);
		if (at < 0 || at > last) return null;
		if (text.charCodeAt(at + 1) !== QUOTE) return at;
	}
}

function isEnd(code: number, delimiter: number): boolean {
	return code === delimiter || code === LF || code === CR;
}

function skipSpaces(text: string, at: number, delimiter: number): number {
	for (; ; at += 1) {
		const code = text.charCodeAt(at);
		if (code === delimiter || (code !== SPACE && code !== TAB && code !== FF)) return at;
	}
}

function endOfLine(text: string, from: number): number {
	let at = from;
	while (at < text.length && !isEnd(text.charCodeAt(at), LF)) at += 1;
	return at;
}

function countLineBreaks(text: string, from: number, end: number): number {
	let count = 0;
	for (let at = from; at < end; at += 1) {
		const code = text.charCodeAt(at);
		if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
	}
	return count;
}

function tooManyCells(): AppError {
	const message = `The file has a row of more than ${COLUMN_LIMITS.all.toLocaleString("en")} cells`;
	return new AppError("file_too_many_cells", message, { limit: COLUMN_LIMITS.all });
}
