import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { riceOf } from "#server/testing/guard/web-risk-stand-in.ts";
import { applyDiff, type ThreatList, WrongChecksum } from "./list-diff.ts";
import { checksumOf, countOf, hasBeginning, NO_PREFIXES, type Prefixes } from "./prefixes.ts";
import { decodeRice } from "./rice.ts";

const hex = (text: string) => Buffer.from(text, "hex");
const base64 = (text: string) => hex(text).toString("base64");
const checksum = (...sorted: string[]) => ({
	sha256: createHash("sha256")
		.update(hex(sorted.join("")))
		.digest("base64"),
});
const hexOf = (prefixes: Prefixes) =>
	Object.fromEntries(
		[...prefixes].map(([size, bytes]) => [size, bytes.toString("hex").match(new RegExp(`.{${2 * size}}`, "g"))]),
	);
const apply = (present: ThreatList | null, diff: object) => applyDiff(present, JSON.stringify(diff));

describe("P392: Rice encoded numbers", () => {
	it.each([
		// The example of the documentation, "Compression", in bytes by its rules.
		{ parameter: 2, data: "c104", first: 1, numbers: [1, 5, 7, 13] },
		// Of Google's own encoder, as Chromium and its client for Web Risk are tested with.
		{ parameter: 2, data: "f702", first: 0, numbers: [0, 15, 24] },
		{
			parameter: 28,
			data: "54607be70a5fc1dcee69defe583ca3d6a5f2108c4a595600",
			first: 0,
			numbers: [0, 62763050, 1109286831, 1301809002, 3102320022, 3106762797, 3688905345],
		},
		{
			parameter: 28,
			data: "34010000110000300500000a0000e0100000a80100007a000000",
			first: 75,
			numbers: [75, 229, 297, 463, 473, 608, 714, 958],
		},
		{ parameter: 0, data: "", first: 998, numbers: [998] },
	])("$data", ({ data, first, parameter, numbers }) => {
		expect([...decodeRice({ first, parameter, count: numbers.length - 1, data: hex(data) })]).toEqual(numbers);
	});

	it.each([
		["ends early", { parameter: 2, count: 3, data: "f702" }],
		["ends early in its ones", { parameter: 2, count: 2, data: "ffff" }],
		["claims more than it has", { parameter: 2, count: 4_000_000_000, data: "f702" }],
		["has a wrong parameter", { parameter: 29, count: 1, data: "00000000000000" }],
		["has numbers of more than 32 bits", { parameter: 28, count: 1, data: "ffffffff" }],
	])("are refused where it %s", (_, { data, ...rest }) => {
		expect(() => decodeRice({ first: 0xffff_ffff, ...rest, data: hex(data) })).toThrow(/Rice/);
	});

	it("of any distance", () => {
		const numbers = Array.from({ length: 500 }, (_, n) => Math.floor((n / 499) ** 5 * 0xffff_ffff));
		const { firstValue, riceParameter = 0, entryCount = 0, encodedData = "" } = riceOf(numbers);
		const data = Buffer.from(encodedData, "base64");
		const decoded = decodeRice({ first: Number(firstValue), parameter: riceParameter, count: entryCount, data });
		expect([...decoded]).toEqual(numbers);
	});
});

describe("P392: a list of Web Risk", () => {
	const whole = {
		responseType: "RESET",
		additions: {
			rawHashes: [
				{ prefixSize: 5, rawHashes: base64("2222222201") },
				{ prefixSize: 4, rawHashes: base64("1111111133333333") },
			],
			// 22222222 and 00000044, as little-endian numbers: 0x22222222 and 0x44000000.
			riceHashes: riceOf([0x2222_2222, 0x4400_0000]),
		},
		newVersionToken: "djE=",
		checksum: checksum("00000044", "11111111", "22222222", "2222222201", "33333333"),
		recommendedNextDiff: "2026-11-25T20:30:00.123456789Z",
	};
	const all = { 4: ["00000044", "11111111", "22222222", "33333333"], 5: ["2222222201"] };

	it("has what a whole answer adds, raw and Rice encoded, of each size in order", () => {
		const { list, nextAt } = apply(null, whole);
		expect([hexOf(list.prefixes), countOf(list.prefixes), list.token]).toEqual([all, 5, "djE="]);
		expect(nextAt).toBe(Date.UTC(2026, 10, 25, 20, 30, 0, 123));
		// What was there before is gone.
		expect(hexOf(apply(list, whole).list.prefixes)).toEqual(all);
	});

	it("as Google's encoder sends it", () => {
		const { list } = apply(null, {
			responseType: "RESET",
			additions: {
				rawHashes: [
					{ prefixSize: 21, rawHashes: base64("1c9e466c435e51f99f059ff356185c730351d2f2b6".padEnd(42, "0")) },
				],
				riceHashes: {
					firstValue: "229820320",
					riceParameter: 28,
					entryCount: 6,
					encodedData: base64("dda588628aad88f883e2421a66384d10bce123dd22030202"),
				},
			},
			checksum: checksum(
				"17f15426",
				"1c9e466c435e51f99f059ff356185c730351d2f2b6",
				...["47ba02b7", "573373a2", "a0c7b20d", "a19edd3e", "d2c60aef", "f1fa25a2"],
			),
		});
		expect(countOf(list.prefixes)).toBe(8);
	});

	it.each([
		["raw", { rawIndices: { indices: [0, 3] } }],
		["Rice encoded", { riceIndices: riceOf([0, 3]) }],
		["of both kinds", { rawIndices: { indices: [3] }, riceIndices: riceOf([0]) }],
	])("loses what is at %s places in the order of all sizes, and gains more", (_, removals) => {
		const { list } = apply(apply(null, whole).list, {
			responseType: "DIFF",
			removals,
			additions: { rawHashes: [{ prefixSize: 4, rawHashes: base64("0a0a0a0a") }] },
			newVersionToken: "djI=",
			checksum: checksum("0a0a0a0a", "11111111", "22222222", "33333333"),
		});
		expect(hexOf(list.prefixes)).toEqual({ 4: ["0a0a0a0a", "11111111", "22222222", "33333333"], 5: null });
	});

	it("stays as it is where an answer changes nothing", () => {
		const { list } = apply(null, whole);
		const { checksum: same } = whole;
		expect(apply(list, { responseType: "DIFF", newVersionToken: "djI=", checksum: same })).toEqual({
			list: { prefixes: list.prefixes, token: "djI=" },
			nextAt: null,
		});
	});

	it("is refused with another checksum than Web Risk says", () => {
		expect(() => apply(null, { ...whole, checksum: checksum("00000044") })).toThrow(WrongChecksum);
	});

	it.each([
		["nothing known", { ...whole, responseType: "PARTIAL" }],
		["no checksum", { ...whole, checksum: undefined }],
		["half a prefix", { ...whole, additions: { rawHashes: [{ prefixSize: 4, rawHashes: base64("112233") }] } }],
		[
			"prefixes of three bytes",
			{ ...whole, additions: { rawHashes: [{ prefixSize: 3, rawHashes: base64("112233") }] } },
		],
		["removals from a whole list", { ...whole, removals: { rawIndices: { indices: [0] } } }],
		["a place that isn't there", { ...whole, responseType: "DIFF", removals: { rawIndices: { indices: [9] } } }],
	])("is refused with %s", (_, diff) => {
		expect(() => apply(null, diff)).toThrow();
	});

	it("finds hashes by their beginnings, of any size", () => {
		const { prefixes } = apply(null, whole).list;
		const isFound = (beginning: string) => hasBeginning(prefixes, hex(beginning.padEnd(64, "f")));
		expect(["00000044", "11111111", "2222222201", "33333333"].map(isFound)).toEqual([true, true, true, true]);
		expect(["00000043", "00000045", "1111111", "34"].map(isFound)).toEqual([false, false, false, false]);
		expect(hasBeginning(NO_PREFIXES, hex("00".repeat(32)))).toBe(false);
		expect(checksumOf(NO_PREFIXES).toString("hex")).toMatch(/^e3b0c442/);
	});
});
