import { expect, test } from "vitest";
import { LINK_FILES } from "#server/testing/corpora/link-files.ts";
import { SPREADSHEET_FILES } from "#server/testing/corpora/spreadsheet-files.ts";
import { judgeRow } from "../judge-row.ts";
import { readCsv } from "./read-csv.ts";

const ownOrigins = ["https://visualink.example"];

/** Each row's line, slug, target, title unless it was made, and note; or why the file is refused. */
function outcome(file: string | Buffer): string[] | string {
	try {
		const { isExact, rows } = readCsv(Buffer.from(file as string), { maxRows: 5_000 });
		return rows
			.map((row) => judgeRow(row, { ownOrigins, isExact }))
			.map(({ line, note, content: { slug, targetUrl, title, lacks } }) => {
				return [line, slug, targetUrl, lacks.includes("title") ? "" : title, note].filter(Boolean).join(" ");
			});
	} catch (error) {
		return (error as Error).message;
	}
}

test.each([...LINK_FILES, ...SPREADSHEET_FILES])(
	"a file of $tool is read as it is meant, or refused with the reason (P520)",
	({ file, rows }) => {
		expect(outcome(file)).toEqual(rows);
	},
);
