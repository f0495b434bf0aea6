import { type LinkFile, MORE_CELLS, NO_TARGET, STRAY_QUOTE } from "./link-files.ts";

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const latin = (text: string) => Buffer.from(text, "latin1");
const lines = (...all: string[]) => all.join("\n");
const [A, B] = ["https://example.com/a", "https://example.com/b"];

/** Files as people save them from spreadsheets. */
export const SPREADSHEET_FILES: LinkFile[] = [
	{
		tool: "Excel, Unicode Text",
		file: utf16(`url\ttitle\r\n${A}\tGr\u00fc\u00dfe \u6f22\r\n`),
		rows: [`2 ${A} Gr\u00fc\u00dfe \u6f22`],
	},
	{
		tool: "Excel, UTF-16 by a big-endian machine",
		file: utf16(`url;title\r\n${A};Gr\u00fc\u00dfe\r\n`).swap16(),
		rows: [`2 ${A} Gr\u00fc\u00dfe`],
	},
	{
		tool: "Excel, CSV in German",
		file: latin(`url;title\r\n${A};"Gr\u00fc\u00dfe \u0096 5 \u0080"\r\n`),
		rows: [`2 ${A} Gr\u00fc\u00dfe \u2013 5 \u20ac`],
	},
	{
		tool: "Excel with sep=;",
		file: `\ufeffsep=;\r\nurl;title\r\n${A};One, two\r\n`,
		rows: [`3 ${A} One, two`],
	},
	{
		tool: "Excel for Mac",
		file: `url,title\r${A},One\r${B},Two\r`,
		rows: [`2 ${A} One`, `3 ${B} Two`],
	},
	{
		tool: "Excel with all of its columns",
		file: lines(`url,title${",".repeat(16_382)}`, `${A},One${",".repeat(16_382)}`, ",".repeat(16_383)),
		rows: [`2 ${A} One`],
	},
	{
		tool: "Excel with empty lines first",
		file: `\ufeff;;\r\n\r\nurl;title;\r\n${A};One;\r\n`,
		rows: [`4 ${A} One`],
	},
	{
		tool: "an Excel workbook",
		file: Buffer.from("504b0304140006000800", "hex"),
		rows: "This is a spreadsheet, not a CSV file. In Excel or Numbers, save it as 'CSV UTF-8'.",
	},
	{
		tool: "Google Sheets with line breaks in a cell",
		file: `url,title,description\r\n${A},"One ""1""","a\nb"\r\n${B},Two,\r\n`,
		rows: [`2 ${A} One "1"`, `4 ${B} Two`],
	},
	{
		tool: "Google Sheets with a note next to the table",
		file: lines("Link,Title,", `${A},One,ask Ada`, `${B},Two,`),
		rows: [`2 ${A} One ${MORE_CELLS}`, `3 ${B} Two`],
	},
	{
		tool: "Numbers with a stray inch",
		file: lines("url,title", `${A},A 5" nail`, `${B},"A 5"" nail"`),
		rows: [`2 ${A},A 5" nail ${STRAY_QUOTE}`, `3 ${B} A 5" nail`],
	},
	{
		tool: "a quote that is never closed",
		file: lines("url,title", `${A},"One`, `${B},Two`),
		rows: [`2 ${A},"One ${STRAY_QUOTE}`, `3 ${B} Two`],
	},
	{
		tool: "a file that was saved in two encodings",
		file: Buffer.concat([Buffer.from(`url,title\n${A},Gr\u00fc\u00dfe\n${B},Gr`), latin("\u00fc\u00dfe")]).subarray(
			0,
			-1,
		),
		rows: "The file is not in UTF-8. Please save it as 'CSV UTF-8'",
	},
	{
		tool: "a Japanese Excel",
		file: Buffer.concat([Buffer.from(`url,title\n${A},`), Buffer.from("83818393835e", "hex")]),
		rows: "The file is not in UTF-8. Please save it as 'CSV UTF-8'",
	},
	{
		tool: "a plain list of addresses",
		file: lines(A, B),
		rows: NO_TARGET,
	},
];
