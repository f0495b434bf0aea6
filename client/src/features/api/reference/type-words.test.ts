import { expect, test } from "vitest";
import type { JsonSchema } from "#shared/api/v1/json-schema.ts";
import { limitWords, typeWords, valuesOf } from "./type-words.ts";

const LINK = { $ref: "#/components/schemas/Link" };

test.each<[JsonSchema, string]>([
	[{ type: "string" }, "string"],
	[{ type: ["string", "null"] }, "string or null"],
	[{ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] }, "date and time or null"],
	[{ type: "string", format: "uri" }, "URL"],
	[{ type: "array", items: { type: "string" } }, "list of strings"],
	[{ type: "array", items: LINK }, "list of Link objects"],
	[LINK, "Link"],
	[{ anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] }, "string or integer or null"],
	[{}, "any value"],
])("%j is a %s", (schema, words) => {
	expect(typeWords(schema)).toBe(words);
});

test.each<[JsonSchema, string[]]>([
	[{ type: "string", maxLength: 60 }, ["at most 60 characters"]],
	[{ type: "string", minLength: 1, maxLength: 2048 }, ["1 to 2,048 characters"]],
	[{ type: "array", minItems: 1, maxItems: 500 }, ["1 to 500 items"]],
	[{ type: "integer", minimum: 1, maximum: 2_147_483_647 }, ["at least 1"]],
	[{ anyOf: [{ type: "string", maxLength: 1 }, { type: "null" }] }, ["at most 1 character"]],
	[{ type: "string", minLength: 0 }, []],
])("the limits of %j are %j", (schema, words) => {
	expect(limitWords(schema)).toEqual(words);
});

test("the values of a choice, also of a list's items", () => {
	expect(valuesOf({ anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] })).toEqual(["a", "b"]);
	expect(valuesOf({ type: "array", items: { type: "string", enum: ["c"] } })).toEqual(["c"]);
});
