import { expect, it } from "vitest";
import { z } from "zod";
import { coded } from "#shared/platform/error-codes.ts";
import { fieldErrors } from "./field-errors.ts";

function found(schema: z.ZodType, sent: unknown) {
	const { error } = schema.safeParse(sent);
	return error ? fieldErrors(error, sent).map(({ field, code, limit }) => [field, code, limit]) : [];
}

const none = undefined;
it.each<[string, z.ZodType, unknown, unknown[]]>([
	["missing", z.string(), undefined, ["required", none]],
	["null", z.string(), null, ["required", none]],
	["blank", z.string().refine((text) => text.trim() !== ""), " ", ["required", none]],
	["an empty list", z.array(z.number()).min(1), [], ["required", none]],
	["another type", z.string(), 7, ["wrong_type", none]],
	["no such value", z.enum(["a", "b"]), "c", ["unknown_value", none]],
	["another format", z.iso.date(), "soon", ["invalid_format", none]],
	["short", z.string().min(2), "a", ["too_short", 2]],
	["long", z.string().max(1), "ab", ["too_long", 1]],
	["low", z.number().min(2), 1, ["out_of_range", 2]],
	["high", z.number().max(1), 2, ["out_of_range", 1]],
	["many", z.array(z.number()).max(1), [1, 2], ["too_many_items", 1]],
	["a rule without a code", z.string().refine(() => false), "a", ["invalid", none]],
	["a rule with one", z.string().refine(() => false, coded("invalid_url", "No")), "a", ["invalid_url", none]],
	["a rule with a limit", z.string().refine(() => false, coded("too_long", "No", 9)), "", ["too_long", 9]],
	[
		"a rule with no code of ours",
		z.string().refine(() => false, { params: { code: "toString" } }),
		"a",
		["invalid", none],
	],
])("%s has a code", (_what, schema, value, [code, limit]) => {
	expect(found(z.object({ a: schema }), { a: value })).toEqual([["a", code, limit]]);
});

it("names fields within others, and a body that is no object names none", () => {
	const schema = z.object({ vat: z.object({ code: z.string() }), ids: z.array(z.number()) });
	expect(found(schema, { vat: {}, ids: [1, "x"] })).toEqual([
		["vat.code", "required", none],
		["ids.1", "wrong_type", none],
	]);
	expect(found(schema, null)).toEqual([]);
	expect(found(z.object({ toString: z.string() }), {})).toEqual([["toString", "required", none]]);
});

it("says the same about a field once, with the code that the schema names", () => {
	const time = z.iso.date("No date").refine(() => false, coded("out_of_range", "No date"));
	expect(found(z.object({ a: time, b: time }), { a: "x", b: "y" })).toEqual([
		["a", "out_of_range", none],
		["b", "out_of_range", none],
	]);
});
