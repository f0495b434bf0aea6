import { expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";

const read = async (text: string) => (await readCsv(Buffer.from(text), { maxRows: 5_000 })).rows;

test("an emoji stays one where a part of the file ends", async () => {
	const filling = `https://example.com/,${"x".repeat(30_000)}\n`.repeat(2);
	const emoji = "😀".repeat(4_000);
	const rows = await read(`url,title\n${filling}https://example.com/,${emoji}`);
	expect(rows.at(-1)).toEqual({ line: 4, cells: { targetUrl: "https://example.com/", title: emoji } });
});

test.each([
	["\n", ""],
	["\r\n", "\ufeff"],
	["\r", ""],
])("a row is on the line on which it begins, with %j for a line break", async (end, mark) => {
	const lines = [
		"title,url",
		'"one',
		"",
		'more",https://a.example/',
		"",
		"two,https://b.example/",
		"   ,",
		",c.example",
	];
	const rows = await read(mark + lines.join(end));
	expect(rows.map(({ line, cells }) => [line, cells.targetUrl])).toEqual([
		[2, "https://a.example/"],
		[6, "https://b.example/"],
		[8, "c.example"],
	]);
	expect(rows[0]?.cells.title).toBe(`one${end}${end}more`);
});
