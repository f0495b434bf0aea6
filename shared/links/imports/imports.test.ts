import { describe, expect, it } from "vitest";
import { harmlessCell, importRow, importStart, importView, plainCell } from "./imports.ts";

describe("a cell of a file (P189)", () => {
	it.each(["=1+1", "+351 1", "-5", "@ada", "\t=1", "'=1", "＝1"])("%j gets a quote that comes off again", (text) => {
		expect(harmlessCell(text)).toBe(`'${text}`);
		expect(plainCell(`'${text}`)).toBe(text);
	});

	it.each(["=1+1", "+351 1", "-5", "@ada"])("of another program keeps its beginning: %s", (text) => {
		expect(plainCell(text)).toBe(text);
	});

	it.each(["'tis the season", "''", "1+1", ""])("that is no formula keeps its quotes: %j", (text) => {
		expect(harmlessCell(text)).toBe(text);
		expect(plainCell(text)).toBe(text);
	});
});

describe("an import as its page sees it (P190)", () => {
	const view = {
		id: "3f0e6c1e-6c1f-4c3e-9d53-0d8a5a0b7c11",
		fileName: "links.csv",
		shape: "other",
		state: "checked",
		reason: null,
		prefill: false,
		counts: { create: 3, same: 1, refused: 2, made: 0 },
		flagged: 1,
		createdAt: "2027-01-01T00:00:00.000Z",
	};

	it("has how far it is, and nothing of whose it is", () => {
		expect(importView.parse({ ...view, userId: "x" })).toEqual(view);
	});

	it.each(["visualink", "bitly", "dub", "other"])("may be of a file by %s", (shape) => {
		expect(importView.parse({ ...view, shape })).toEqual({ ...view, shape });
	});

	it.each([
		["checked", null],
		["running", null],
		["done", null],
		["stopped", "The month is used up"],
	])("may be %s", (state, reason) => {
		expect(importView.parse({ ...view, state, reason })).toEqual({ ...view, state, reason });
	});

	it.each([
		["shape", ""],
		["shape", "tinyurl"],
		["state", "paused"],
		["counts", { create: 3, same: 1, refused: 2 }],
		["reason", undefined],
	])("has no %s of %j", (field, value) => {
		expect(importView.safeParse({ ...view, [field]: value }).error?.issues[0]?.path[0]).toBe(field);
	});

	const row = { line: 2, slug: "sale", title: "Sale", targetUrl: "https://example.com/", note: null };

	it.each(["create", "same", "refused", "made"])("has rows that are told as '%s'", (state) => {
		expect(importRow.parse({ ...row, state, importId: view.id })).toEqual({ ...row, state });
	});

	it("has no row without its line", () => {
		expect(importRow.safeParse({ ...row, state: "made", line: undefined }).success).toBe(false);
	});
});

it("pages are asked for what rows lack only where the person said so", () => {
	expect(importStart.parse({})).toEqual({ prefill: false });
	expect(importStart.parse({ prefill: true })).toEqual({ prefill: true });
	expect(importStart.safeParse({ prefill: "yes" }).success).toBe(false);
});
