import { expect, test } from "vitest";
import { createMissLimit } from "./miss-limit.ts";

/** A limit on a clock that the test moves. */
function rig(options: { isOn?: boolean; maxAddresses?: number } = {}) {
	let at = 1_000;
	const limit = createMissLimit({ isOn: true, clock: { now: () => at }, ...options });
	return {
		/** The answer to the last of so many misses. */
		miss: (address: string, times = 1) => Array.from({ length: times }, () => limit.count(address)).at(-1),
		pass: (milliseconds: number) => {
			at += milliseconds;
		},
	};
}

test("A19: 300 misses a minute are let through, the next is told when to come back", () => {
	const { miss, pass } = rig();
	expect(miss("198.51.100.7")).toBeNull();
	pass(20_000);
	expect(miss("198.51.100.7", 299)).toBeNull();
	expect(miss("198.51.100.7")).toBe(40);
	expect(miss("198.51.100.8")).toBeNull();
	pass(40_001);
	expect(miss("198.51.100.7")).toBeNull();
});

test.each([
	["one /56 of IPv6", "2001:db8:0:ff00::1", "2001:db8:0:ffff:abcd::2", 60],
	["two /56 of IPv6", "2001:db8:0:ff00::1", "2001:db8:0:fe00::1", null],
	["two addresses of IPv4 in IPv6 dress", "::ffff:198.51.100.7", "::ffff:198.51.100.8", null],
	["two long texts that begin alike", `${"x".repeat(45)}1`, `${"x".repeat(45)}2`, 60],
	["one address of IPv4 in both dresses", "::ffff:198.51.100.7", "198.51.100.7", 60],
])("A19: %s", (_, first, second, answer) => {
	const { miss } = rig();
	miss(first, 300);
	expect(miss(second)).toBe(answer);
});

test("A19: it remembers no more addresses than it may, and takes any text for one", () => {
	const { miss } = rig({ maxAddresses: 2 });
	miss("198.51.100.1", 301);
	expect(miss("x".repeat(10_000))).toBeNull();
	expect(miss("")).toBeNull();
	expect(miss("198.51.100.1")).toBeNull();
});

test("A19: switched off, it lets everything through", () => {
	expect(rig({ isOn: false }).miss("198.51.100.7", 1_000)).toBeNull();
});
