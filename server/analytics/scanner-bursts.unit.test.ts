import { expect, test } from "vitest";
import { createScannerBursts } from "./scanner-bursts.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
let ids = 0;
type Change = { linkId?: number; ip?: string | null; isBot?: boolean; kind?: string | null; attribution?: string };
const open = (seconds: number, network: number, change: Change = {}) => ({
	...{ id: String(ids++), at: NOW + seconds * 1_000, linkId: 1, isBot: false, kind: "human", attribution: "" },
	ip: `198.51.${network}.0`,
	...change,
});
const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
const judged = (...rows: ReturnType<typeof open>[]) => sum(createScannerBursts().judge(rows));

test.each<[string, ReturnType<typeof open>[], number]>([
	["three networks within ten seconds", [open(0, 1), open(4, 2), open(10, 3)], 3],
	["whatever the order of their rows", [open(10, 3), open(0, 1), open(4, 2)], 3],
	["every open of the burst", [open(0, 1), open(1, 2), open(1, 2), open(2, 3), open(9, 4)], 5],
	["newsletters by their own words", [0, 1, 2].map((n) => open(n, n, { attribution: "newsletter" })), 3],
	["mail programs", [0, 1, 2].map((n) => open(n, n, { attribution: "com.google.android.gm" })), 3],
	["views of older releases", [0, 1, 2].map((n) => open(n, n, { kind: null })), 3],
	["a little traffic before", [open(-300, 9), open(-60, 8), open(0, 1), open(1, 2), open(2, 3)], 3],
	["more networks on a link with some traffic", [...many(12, -180, 12), ...[0, 1, 2, 3].map((n) => open(n, n))], 4],
	["a crowd of an hour ago", [...many(40, -4_800, 30), open(0, 1), open(1, 2), open(2, 3)], 3],
])("probably scanners: %s (P538)", (_, rows, expected) => expect(judged(...rows)).toBe(expected));

test.each<[string, ReturnType<typeof open>[]]>([
	["two networks", [open(0, 1), open(1, 2), open(2, 2), open(3, 1)]],
	["one person's clicks", [0, 1, 2, 3, 4].map((n) => open(n, 1))],
	["three within longer", [open(0, 1), open(6, 2), open(11, 3)]],
	["three links", [1, 2, 3].map((n) => open(n, n, { linkId: n }))],
	["people from a platform", [1, 2, 3].map((n) => open(n, n, { attribution: n === 1 ? "t.co" : "facebook" }))],
	["people in apps", [1, 2, 3].map((n) => open(n, n, { kind: "in-app" }))],
	["bots", [1, 2, 3].map((n) => open(n, n, { isBot: true, kind: "bot:search" }))],
	["unknown networks", [1, 2, 3].map((n) => open(n, n, { ip: null }))],
	["a busy link", [...many(52, -592, 11), ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => open(n, n))]],
	["three on a link with some traffic", [...many(12, -180, 12), open(0, 1), open(1, 2), open(2, 3)]],
])("people: %s (P538)", (_, rows) => expect(judged(...rows)).toBe(0));

/** Opens of as many networks, so many seconds apart. */
function many(count: number, from: number, apart: number) {
	return Array.from({ length: count }, (_, n) => open(from + n * apart, n));
}

test("a crowd is taken for scanners at its beginning only", () => {
	expect(judged(...Array.from({ length: 3_000 }, (_, n) => open(n / 10, n % 250)))).toBeLessThanOrEqual(150);
	expect(judged(...Array.from({ length: 3_000 }, (_, n) => open(n / 100, n % 250)))).toBeLessThanOrEqual(150);
});

test("a burst is found across slices, each open once; and again after a slice that failed", () => {
	const bursts = createScannerBursts();
	const last = [open(3, 3), open(4, 3)];
	expect(sum(bursts.judge([open(0, 1)]))).toBe(0);
	expect(sum(bursts.judge([open(2, 2)]))).toBe(0);
	expect(sum(bursts.judge(last))).toBe(4);
	expect(sum(bursts.judge([open(5, 4)]))).toBe(1);
	const rows = [open(1_000, 1), open(1_001, 2), open(1_002, 3)];
	expect(sum(bursts.judge(rows))).toBe(3);
	bursts.forget();
	expect(sum(bursts.judge(rows))).toBe(3);
});
