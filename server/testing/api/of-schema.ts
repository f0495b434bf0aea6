import fc from "fast-check";
import { nastyText } from "../fuzz/inputs.ts";

type Json = Record<string, unknown>;

/** Where texts lead: no other server, and ours. */
const ADDRESSES = [
	"https://example.com/",
	"https://example.com/a?b=c#d",
	"http://localhost/",
	"https://xn--r8jz45g.xn--zckzah/",
];
const TIMES = ["2026-11-27T12:00:00Z", "2030-01-01T00:00:00.000Z", "2030-02-30T00:00:00Z", "2026-11-27"];
const MOST_ITEMS = 4;

/** Values that a schema of the document allows; texts may break what it can't say. */
export function ofSchema(schema: Json, named: Record<string, Json>, depth = 0): fc.Arbitrary<unknown> {
	const within = (each: unknown) => ofSchema(each as Json, named, depth + 1);
	if (depth > 8) return fc.constant(null);
	if (typeof schema.$ref === "string") return within(named[schema.$ref.split("/").at(-1) ?? ""] ?? {});
	if ("const" in schema) return fc.constant(schema.const);
	if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
	const choices = schema.anyOf ?? schema.oneOf;
	if (Array.isArray(choices)) return fc.oneof(...choices.map(within));
	if (Array.isArray(schema.allOf)) {
		const parts = fc.tuple(...schema.allOf.map(within));
		return parts.map((all) => Object.assign({}, ...all));
	}
	if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => within({ ...schema, type })));
	switch (schema.type) {
		case "object":
			return ofFields(schema, within);
		case "array":
			return fc.array(within(schema.items ?? {}), {
				minLength: Math.min(Number(schema.minItems ?? 0), MOST_ITEMS),
				maxLength: Math.min(Number(schema.maxItems ?? MOST_ITEMS), MOST_ITEMS),
			});
		case "integer":
		case "number":
			return fc.integer({
				min: Math.ceil(Number(schema.minimum ?? -10)),
				max: Math.floor(Number(schema.maximum ?? 2_147_483_647)),
			});
		case "boolean":
			return fc.boolean();
		case "null":
			return fc.constant(null);
		case "string":
			return ofText(schema);
		default:
			return fc.jsonValue({ maxDepth: 2 });
	}
}

function ofFields(schema: Json, within: (each: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	const fields = Object.entries((schema.properties ?? {}) as Json);
	const required = (schema.required ?? []) as string[];
	return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, within(each)])), {
		requiredKeys: required,
		noNullPrototype: true,
	});
}

function ofText({ format, pattern, minLength = 0, maxLength = 40 }: Json): fc.Arbitrary<unknown> {
	if (format === "uri") return fc.constantFrom(...ADDRESSES);
	if (format === "date-time") return fc.constantFrom(...TIMES);
	const most = Math.min(Number(maxLength), 60);
	const plain = fc.string({
		unit: "grapheme-composite",
		minLength: Math.min(Number(minLength), most),
		maxLength: most,
	});
	if (typeof pattern === "string" && isGenerated(pattern)) return fc.stringMatching(new RegExp(pattern));
	return fc.oneof(plain, fc.constantFrom(...ADDRESSES, "A title", "#0f6b6b"));
}

/** fast-check knows no look-arounds. */
function isGenerated(pattern: string): boolean {
	return !/\(\?[=!<]/.test(pattern) && !/\\[pPbB]/.test(pattern);
}

const GARBAGE = [
	...[null, true, 0, -1, 1.5, 1e308, "", " ", [], {}, [[]], { a: 1 }, "x".repeat(20_000), "\u0000", "\ud800"],
	...[JSON.parse('{"__proto__":{"isAdmin":true}}'), { constructor: { prototype: { x: 1 } } }, { toString: 1 }],
];
export const garbage = fc.oneof(fc.constantFrom<unknown>(...GARBAGE), nastyText, fc.jsonValue({ maxDepth: 3 }));

/** A valid value with one field taken, added, or replaced by something else. */
export function nearly(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	const change = fc.record({ at: fc.nat(20), kind: fc.constantFrom("drop", "add", "replace"), wrong: garbage });
	return fc.tuple(valid, change).map(([value, { at, kind, wrong }]) => {
		if (typeof value !== "object" || value === null) return wrong;
		const names = Object.keys(value);
		const name = names[at % Math.max(1, names.length)];
		if (kind === "add" || name === undefined) return { ...value, [UNKNOWN[at % UNKNOWN.length] ?? ""]: wrong };
		const { [name]: _, ...rest } = value as Json;
		return kind === "drop" ? rest : { ...value, [name]: wrong };
	});
}

const UNKNOWN = ["titel", "id", "userId", "__proto__", "constructor", "views", "", "😀", "a.b", "scopes"];
