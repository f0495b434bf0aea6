import { describe, expect, it, test } from "vitest";
import { hostileFiles } from "#server/testing/corpora/hostile-files.ts";
import { SAMPLE_FILE } from "#shared/links/imports/sample-file.ts";
import { readCsv } from "./read-csv.ts";
import { CELL_LIMIT } from "./row-cells.ts";

const MAX_ROWS = 5_000;
const read = (text: string, maxRows = MAX_ROWS) => readCsv(Buffer.from(text), { maxRows }).rows;

test("a row is the parser's, whatever bytes lie beside it", () => {
	const around = Buffer.from("xurl\nhttps://example.com/x");
	expect(readCsv(around.subarray(1, -1), { maxRows: 1 }).rows).toEqual([
		{ line: 2, cells: { targetUrl: "https://example.com/" } },
	]);
});

test.each([
	["\n", ""],
	["\r\n", "\ufeff"],
	["\r", ""],
])("a row is on the line on which it begins, with %j for a line break", (end, mark) => {
	const lines = [
		"title,url",
		'"one',
		"",
		'more",https://a.example/',
		"",
		"two,https://b.example/",
		"   ,",
		"\u200b\u00a0,",
		'" ","\u00a0\u200b"',
		",c.example",
	];
	const rows = read(mark + lines.join(end));
	expect(rows.map(({ line, cells }) => [line, cells.targetUrl])).toEqual([
		[2, "https://a.example/"],
		[6, "https://b.example/"],
		[10, "c.example"],
	]);
	expect(rows[0]?.cells.title).toBe(`one${end}${end}more`);
});

test.each(["target", "URL", "destination", "long_url", "Target URL"])("a column %s is the target (P190)", (name) => {
	expect(read(`title,${name}\nOne,https://a.example/`)).toMatchObject([{ cells: { targetUrl: "https://a.example/" } }]);
});

test("the sample file is one that can be read (P435)", () => {
	expect(read(SAMPLE_FILE).map(({ cells }) => Object.keys(cells).sort())).toEqual([
		["description", "linkSlug", "tags", "targetUrl", "title"],
		["targetUrl"],
	]);
});

test.each([
	["visualink", "slug,target_url,title"],
	["bitly", "created_at,id,link,custom_bitlinks,long_url,title,archived,tags"],
	["bitly", "Bitlink,Long Link,Title"],
	["dub", "Short link,Destination URL,Clicks,Created at,Tags"],
	["rebrandly", "id,title,slashtag,destination,shortUrl,domainName,clicks"],
	["shortio", "originalURL,path,title,shortURL,tags,expiresAt"],
	["yourls", "keyword,url,title,timestamp,ip,clicks"],
	["other", "url,path,keyword_group"],
])("the shape of %s is known by its header %s (P401)", (shape, header) => {
	const cells = header.split(",").map((name) => (/url|destination|link/i.test(name) ? "https://b.example/x" : "word"));
	const { shape: found, rows } = readCsv(Buffer.from(`${header}\n${cells.join(",")}`), { maxRows: MAX_ROWS });
	expect(found).toBe(shape);
	const isNamed = ["visualink", "rebrandly", "shortio", "yourls"].includes(shape);
	expect([rows[0]?.cells.targetUrl, rows[0]?.cells.linkSlug]).toEqual([
		"https://b.example/x",
		isNamed ? "word" : undefined,
	]);
});

test.each([",", ";", "|", "\t"])("Excel's first line names the delimiter %j, and counts as a line", (delimiter) => {
	for (const first of [`sep=${delimiter}`, `"sep=${delimiter}"`]) {
		const rows = read(`\ufeff${first}\r\ntitle${delimiter}url\r\na${delimiter}https://b.example/\r\n`);
		expect(rows).toEqual([{ line: 3, cells: { title: "a", targetUrl: "https://b.example/" } }]);
	}
});

test.each([
	["two byte order marks", Buffer.from('\ufeff\ufeff"url"\na.example')],
	["UTF-16 without a mark", Buffer.from("url\na.example", "utf16le")],
	["UTF-16 without a mark, big-endian", Buffer.from("url\na.example", "utf16le").swap16()],
	["bars between cells", Buffer.from("title|url\n|a.example")],
	["a delimiter in a quoted name", Buffer.from('"Title, then tags, then more";url\n;a.example')],
])("a file with %s is read (P522)", (_, file) => {
	expect(readCsv(file, { maxRows: 1 }).rows).toEqual([{ line: 2, cells: { targetUrl: "a.example" } }]);
});

test("only a whole header of ours makes a file exact (P400)", () => {
	const exact = (header: string) => readCsv(Buffer.from(`${header}\nhttps://b.example/`), { maxRows: 1 }).isExact;
	expect(exact("target_url,title,short_url,created_at")).toBe(true);
	expect(exact("target_url,title,short_url")).toBe(false);
	expect(exact("target_url,Note,short_url,created_at")).toBe(false);
});

describe("a file's budget (P231)", () => {
	it.each([",", "", " , ", "a.example"])("counts each record, such as %j, towards the limit", (record) => {
		const file = (count: number) => `url,title\nb.example,\n${`${record}\n`.repeat(count)}`;
		expect(read(file(4), 5)[0]?.cells.targetUrl).toBe("b.example");
		expect(() => read(file(5), 5)).toThrow("The file has more than 5 rows, counting empty ones");
	});

	it.each([",", ";", "\t", '"",'])(
		"refuses a record of very many cells with something after them, such as %j",
		(cell) => {
			const head = `url${cell.at(-1)}title\n`;
			expect(read(`${head}b.example${cell.at(-1)}${cell.repeat(20_000)}`)).toHaveLength(1);
			expect(() => read(`${head}${cell.repeat(10_001)}x`)).toThrow("The file has a row of more than 10,000 cells");
		},
	);

	it.each(["\n", "\r", "\r\n"])("ends a record at any line break, also after a header that ends in %j", (first) => {
		const rows = ["\n", "\r", "\r\n"].map((later) => `${",".repeat(9_000)}${later}b.example${later}`);
		expect(read(`url,title${first}${rows.join("")}`).map(({ line }) => line)).toEqual([3, 5, 7]);
	});

	it("counts no cells within quotes", () => {
		expect(read(`url,title\nb.example,"${",".repeat(11_000)}"`)).toHaveLength(1);
	});

	it("looks for the end of a quote within 64 KB, then takes only its line for lost", () => {
		const lines = Array.from({ length: 4_000 }, () => "a.example,0123456789");
		const rows = read(["url,title", 'b.example,"open', ...lines, 'c.example,closed"'].join("\n"));
		expect([rows.length, rows[0]?.problem, rows[1]?.problem]).toEqual([
			4_002,
			expect.stringContaining("stray quote"),
			undefined,
		]);
	});

	it("keeps the beginning of a long cell, and says so", () => {
		const long = "x".repeat(CELL_LIMIT + 1);
		const [row] = read(`url,title,tags,slug\n${long},${long},${long},${long.slice(1)}`);
		expect(row?.cut).toEqual(["targetUrl", "title", "tags"]);
		expect(Object.values(row?.cells ?? {}).map((cell) => cell.length)).toEqual([4, 4, 4, 4].map((n) => n * 1_024));
	});

	it("lets other threads run after each 64 KB", () => {
		let rests = 0;
		const file = `url,title\n${`a.example,${"x".repeat(1_000)}\n`.repeat(1_000)}`;
		readCsv(Buffer.from(file), { maxRows: MAX_ROWS, rest: () => (rests += 1) });
		expect(rests).toBe(Math.floor(file.length / 65_536));
	});

	it.each(Object.entries(hostileFiles(1_000_000)))("refuses or reads at most 5,000 rows of %s", (_, text) => {
		let rows: ReturnType<typeof read> = [];
		try {
			rows = read(text);
		} catch (error) {
			expect(error).toMatchObject({ kind: "invalid" });
		}
		expect(rows.length).toBeLessThanOrEqual(MAX_ROWS);
		const longest = Math.max(0, ...rows.flatMap(({ cells }) => Object.values(cells).map((cell) => cell.length)));
		expect(longest).toBeLessThanOrEqual(CELL_LIMIT);
	});
});
