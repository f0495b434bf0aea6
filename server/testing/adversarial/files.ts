import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";

const HEAD = "target_url,title,tags\n";
const ROWS = IMPORT_LIMITS.rows - 1;
const LINK = "https://example.com/";

const filled = (part: string, head = HEAD) =>
	head + part.repeat(Math.floor((IMPORT_LIMITS.bytes - head.length) / Buffer.byteLength(part)));
const commas = (count: number) => ",".repeat(count);

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** CSV files of the largest size, made to take time or memory. */
const FILES: Record<string, () => string | Buffer> = {
	"lines of commas": () => filled(",\n"),
	"blank lines": () => filled("\n"),
	"blank lines of Windows": () => filled("\r\n"),
	"lines of spaces": () => filled(" \n"),
	quotes: () => filled('"'),
	"empty quoted cells": () => filled('"",'),
	"doubled quotes": () => `${filled('""', `${HEAD}"`).slice(0, -2)}"`,
	"commas in one line": () => filled(","),
	"commas without a header": () => filled(",", ""),
	"commas in quotes": () => `${filled(",", `${HEAD}"`).slice(0, -1)}"`,
	"commas and form feeds": () => filled(`${commas(9_000)}\f`),
	columns: () => `target_url,${"a,".repeat(2_600_000)}`,
	"columns of one name": () => filled(`${LINK}${commas(9_990)}\n`, `target_url,${"title,".repeat(9_990)}\n`),
	rows: () => filled(`${LINK},a,b\n`),
	"cells of tags": () => filled(`${LINK},a,"${"t,".repeat(30_000)}"\n`),
	"rows of tags": () => HEAD + `${LINK},a,"${"t,".repeat(500)}"\n`.repeat(ROWS),
	emoji: () => filled("🙂"),
	"rows of emoji": () => HEAD + `${LINK},${"🙂".repeat(240)},t\n`.repeat(ROWS),
	"long cells of two bytes a character": () => filled(`${LINK},"${"é漢".repeat(12_000)}",x\n`),
	semicolons: () => filled(";"),
	tabs: () => filled("\t"),
	"whole rows": () => HEAD + `${LINK}${"a".repeat(900)},b,c\n`.repeat(ROWS),
	// Each kind of line break, where the file's first one is another.
	...Object.fromEntries(
		["\n", "\r", "\r\n"].flatMap((first) =>
			["\n", "\r", "\r\n"].map((later) => [
				`lines of commas that end in ${JSON.stringify(later)} after ${JSON.stringify(first)}`,
				() => filled(`${commas(9_000)}${later}`, `target_url,title${first}`),
			]),
		),
	),
	"stray quotes on each line": () => filled(`${LINK},a"b,c\n`),
	"quotes that are never closed": () => filled(`${LINK},"${"a".repeat(900)},\n`),
	// Each line is read again, up to where the quotes of the lines after it must have closed.
	"doubled quotes after an open one": () => HEAD + `"\n${'""x,\n'.repeat(12_000)}`.repeat(60),
	"cells of two lines that end in a stray quote": () => filled(`${'"a\n",'.repeat(9_000)}x"y\n`),
	"cells of two lines": () => filled('"\n",'),
	"all columns of a spreadsheet": () => filled(`${LINK},a${commas(16_382)}\n`, `target_url,title${commas(16_382)}\n`),
	"names in 9,990 columns": () => filled(`${LINK}${commas(9_990)}\n`, `target_url,${"utm_source,".repeat(9_990)}\n`),
	"commas in UTF-16": () => utf16(HEAD + commas(2_600_000)),
	"lines of commas in UTF-16": () => utf16(HEAD + `${commas(9_000)}\n`.repeat(290)),
	"letters of three bytes in UTF-16": () => utf16(HEAD + `${LINK},${"漢".repeat(240)},t\n`.repeat(ROWS)),
	"letters of Windows-1252": () => Buffer.from(HEAD + `${LINK},${"\x80".repeat(900)},t\n`.repeat(ROWS), "latin1"),
	"one cell of Windows-1252": () =>
		Buffer.concat([Buffer.from(`${HEAD}${LINK},`), Buffer.alloc(IMPORT_LIMITS.bytes, 0x80)]),
	"an impersonation in each row": () => HEAD + `${LINK},Pаypаl verify your account ${"а".repeat(20)},t\n`.repeat(ROWS),
	"lines of commas after an empty line": () => filled(`${commas(9_000)}\n`, "\r"),
};

/** All names of such files. */
export const FILE_NAMES = Object.keys(FILES);

/** One of them, at most as large as is taken. */
export function hostileFile(name: string): Buffer {
	const file = FILES[name]?.() ?? "";
	return (typeof file === "string" ? Buffer.from(file) : file).subarray(0, IMPORT_LIMITS.bytes);
}
