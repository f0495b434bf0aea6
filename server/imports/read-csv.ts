import { Readable } from "node:stream";
import { setImmediate as letOthers } from "node:timers/promises";
import { parse } from "csv-parse";
import { AppError } from "#server/http/app-error.ts";
import { type ImportView, plainCell } from "#shared/imports/imports.ts";

/** What a column means, by its name in lower case without anything but letters and digits. */
const COLUMNS: Record<string, Field> = {
	slug: "slug",
	customlinkslug: "slug",
	backhalf: "slug",
	custombackhalf: "slug",
	key: "slug",
	shorturl: "shortUrl",
	shortlink: "shortUrl",
	link: "shortUrl",
	bitlink: "shortUrl",
	targeturl: "targetUrl",
	destinationurl: "targetUrl",
	longurl: "targetUrl",
	originalurl: "targetUrl",
	destination: "targetUrl",
	url: "targetUrl",
	title: "title",
	description: "description",
	imageurl: "imageUrl",
	image: "imageUrl",
	tags: "tags",
	tag: "tags",
	startsat: "startsAt",
	endsat: "endsAt",
	expiresat: "endsAt",
	afterurl: "afterUrl",
	expiredurl: "afterUrl",
	archived: "archived",
};
export type Field =
	| "slug"
	| "shortUrl"
	| "targetUrl"
	| "title"
	| "description"
	| "imageUrl"
	| "tags"
	| "startsAt"
	| "endsAt"
	| "afterUrl"
	| "archived";

export type RawRow = { line: number; cells: Partial<Record<Field, string>> };
type Read = { shape: ImportView["shape"]; rows: RawRow[] };

const CELL_MAX = 64 * 1_024;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");
const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/**
 * Reads a file of links: our own export's shape, Bitly's, Dub's, or any with a column for the target.
 * @throws AppError "invalid" with what is wrong with the file as a whole
 */
export async function readCsv(file: Buffer, { maxRows }: { maxRows: number }): Promise<Read> {
	const bytes = file.subarray(0, 3).equals(BYTE_ORDER_MARK) ? file.subarray(3) : file;
	const lineOf = createLineCounter(bytes);
	const parser = Readable.from(chunksOf(bytes)).pipe(
		parse({
			delimiter: delimiterOf(textOf(bytes)),
			relax_column_count: true,
			skip_empty_lines: true,
			max_record_size: CELL_MAX,
			info: true,
			trim: true,
		}),
	);
	let columns: (Field | undefined)[] | null = null;
	let names: string[] = [];
	const rows: RawRow[] = [];
	try {
		for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { bytes: number } }>) {
			const line = lineOf(info.bytes);
			if (columns === null) {
				names = record.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
				columns = names.map((name) => (Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined));
				if (!columns.includes("targetUrl")) throw new AppError("invalid", NO_TARGET);
				continue;
			}
			if (record.every((cell) => cell === "")) continue;
			if (rows.length === maxRows) throw new AppError("invalid", `The file has more than ${maxRows} rows`);
			rows.push({ line, cells: cellsOf(record, columns) });
		}
	} catch (error) {
		if (error instanceof AppError) throw error;
		const line = error instanceof Error && "lines" in error ? ` (line ${String(error.lines)})` : "";
		throw new AppError("invalid", `The file is no CSV that can be read${line}`, { cause: error });
	}
	if (rows.length === 0) throw new AppError("invalid", "The file has no rows");
	return { shape: shapeOf(names), rows };
}

const NO_TARGET = 'The first line must name the columns, one of them "target_url", "Long URL" or "Destination URL"';

function shapeOf(names: string[]): ImportView["shape"] {
	if (names.includes("targeturl")) return "visualink";
	if (names.includes("destinationurl")) return "dub";
	return names.includes("longurl") ? "bitly" : "other";
}

/** Of two columns of one meaning the first that says something counts. */
function cellsOf(record: string[], columns: (Field | undefined)[]): RawRow["cells"] {
	const cells: RawRow["cells"] = {};
	for (const [n, cell] of record.entries()) {
		const field = columns[n];
		if (field && cell !== "" && cells[field] === undefined) cells[field] = plainCell(cell);
	}
	return cells;
}

function textOf(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (error) {
		throw new AppError("invalid", "The file is not in UTF-8. Please save it as 'CSV UTF-8'", { cause: error });
	}
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
 * @returns what wants the end of one row after the other
 */
function createLineCounter(bytes: Buffer): (end: number) => number {
	let [at, line] = [0, 1];
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

/** In parts, so that a large file does not keep visitors waiting; of bytes, as a cut may go through a character. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; at < bytes.length; at += CELL_MAX) {
		yield bytes.subarray(at, at + CELL_MAX);
		await letOthers();
	}
}
