import { describe, expect, it } from "vitest";
import { firstViewId, newViewId, viewIdTime } from "./view-id.ts";

const AT = Date.parse("2026-03-05T12:00:00.123Z");

describe("a new id", () => {
	it("is a UUID of version 7 and of the RFC's variant, which tells its time", () => {
		const ids = Array.from({ length: 5_000 }, (_, n) => newViewId(AT + n));
		for (const [n, id] of ids.entries()) {
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
			expect(viewIdTime(id)).toBe(AT + n);
		}
		expect(ids).toEqual([...ids].sort());
	});

	it("differs from every other, in all of its random parts", () => {
		const ids = Array.from({ length: 5_000 }, () => newViewId(AT));
		expect(new Set(ids).size).toBe(5_000);
		for (const part of [/^.{15}(.{3})/, /^.{19}(.)/, /^.{20}(.{3})/]) {
			expect(new Set(ids.map((id) => part.exec(id)?.[1])).size, String(part)).toBeGreaterThan(3);
		}
		expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(5_000);
	});

	it("is as long for any time", () => {
		for (const at of [0, 1, 2 ** 40, 2 ** 48 - 1]) expect(viewIdTime(newViewId(at))).toBe(at);
	});
});

describe("the lowest id of a time", () => {
	it("is not above any id of that time, and above all of the time before", () => {
		const first = firstViewId(AT);
		expect(viewIdTime(first)).toBe(AT);
		for (let n = 0; n < 2_000; n++) {
			expect(newViewId(AT) >= first).toBe(true);
			expect(newViewId(AT - 1) < first).toBe(true);
		}
	});

	it("is the lowest of all for a time before 1970", () => {
		expect(firstViewId(-1)).toBe("00000000-0000-7000-8000-000000000000");
		expect(firstViewId(0)).toBe(firstViewId(-5));
	});
});

it.each([
	["of another version", "019cbd4e-0c7b-4000-8000-000000000000"],
	["of another variant", "019cbd4e-0c7b-7000-c000-000000000000"],
	["in capitals", "019CBD4E-0C7B-7000-8000-000000000000"],
	["with something before it", "x019cbd4e-0c7b-7000-8000-000000000000"],
	["with something after it", "019cbd4e-0c7b-7000-8000-000000000000\n"],
	["without its dashes", "019cbd4e0c7b70008000000000000000"],
	["of no length", ""],
])("an id %s is none of ours", (_case, id) => expect(viewIdTime(id)).toBeNull());
