import { expect, test } from "vitest";
import { isBadData, isUniqueViolation } from "./sql-errors.ts";

const refused = (code: string, constraint?: string) => Object.assign(new Error("refused"), { code, constraint });
const wrapped = (cause: unknown) => new Error("Failed query", { cause });

test("a unique violation is known by its constraint, or by any, however deep it lies", () => {
	const taken = wrapped(wrapped(refused("23505", "users_email")));
	expect(isUniqueViolation(taken)).toBe(true);
	expect(isUniqueViolation(taken, "users_email")).toBe(true);
	expect(isUniqueViolation(taken, "users_pkey")).toBe(false);
	expect(isUniqueViolation(wrapped(refused("23503", "users_email")), "users_email")).toBe(false);
});

test.each([
	["22001", true],
	["23514", true],
	["40P01", false],
	["57014", false],
	["ENOENT", false],
])("SQLSTATE %s is bad data: %s", (code, isBad) => {
	expect(isBadData(refused(code))).toBe(isBad);
	expect(isBadData(wrapped(refused(code)))).toBe(isBad);
});

test("what is no error of PostgreSQL's is nothing of the kind, and causes in a circle end", () => {
	const round = new Error("round");
	round.cause = round;
	for (const other of [round, "23505", null, { code: "23505" }]) {
		expect(isUniqueViolation(other)).toBe(false);
		expect(isBadData(other)).toBe(false);
	}
});
