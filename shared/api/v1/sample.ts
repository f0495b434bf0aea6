import { noteOf } from "./field-notes.ts";
import type { JsonSchema } from "./json-schema.ts";

const COMPONENT = /^#\/components\/schemas\//;

/** What a reference of the document leads to. */
export function resolved(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
	return schema.$ref === undefined ? schema : (components[schema.$ref.replace(COMPONENT, "")] ?? {});
}

/** A value that fits a schema of the document, made of the examples in the notes about fields. */
export function sampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
	return sample(schema, { name: "", of: "", depth: 0 });

	function sample(part: JsonSchema, place: Place): unknown {
		const json = resolved(part, components);
		const within = (inner: JsonSchema) => sample(inner, { ...place, depth: place.depth + 1 });
		if (place.depth > MAX_DEPTH) return null;
		if (json.const !== undefined) return json.const;
		if (json.examples) return json.examples[0];
		const own = noteOf(place.name, place.of)?.example;
		if (own !== undefined && fits(own, json)) return own;
		if (json.enum) return json.enum[0];
		const [first] = (json.anyOf ?? json.oneOf ?? []).filter(({ type }) => type !== "null");
		if (first) return within(first);
		if (json.allOf) return Object.assign({}, ...json.allOf.map(within));
		if (json.properties) return sampleObject(json.properties, part.$ref?.replace(COMPONENT, "") ?? place.name, place);
		return plain(json, within);
	}

	function sampleObject(properties: Record<string, JsonSchema>, of: string, { depth }: Place): unknown {
		const fields = Object.entries(properties);
		return Object.fromEntries(fields.map(([name, part]) => [name, sample(part, { name, of, depth: depth + 1 })]));
	}
}

type Place = { name: string; of: string; depth: number };
const MAX_DEPTH = 12;

function plain(json: JsonSchema, within: (inner: JsonSchema) => unknown): unknown {
	if (json.prefixItems) return json.prefixItems.map(within);
	switch ([json.type].flat().find((type) => type !== "null")) {
		case "array":
			return json.items ? Array(Math.max(json.minItems ?? 1, 1)).fill(within(json.items)) : [];
		case "object":
			return {};
		case "integer":
		case "number":
			return Math.max(json.minimum ?? 0, 0);
		case "boolean":
			return false;
		case "string":
			return ofFormat(json);
		default:
			return null;
	}
}

function ofFormat({ format, minLength = 0 }: JsonSchema): string {
	if (format === "date-time") return "2027-01-15T09:30:00.000Z";
	if (format === "date") return "2027-01-15";
	if (format === "uri") return "https://example.com/";
	return "text".padEnd(minLength, "x");
}

/** Whether an example is of the schema's type: fields of one name may differ. */
function fits(value: unknown, json: JsonSchema): boolean {
	if (json.enum) return json.enum.includes(value);
	if (json.anyOf ?? json.oneOf) return (json.anyOf ?? json.oneOf ?? []).some((part) => fits(value, part));
	const types = [json.type].flat();
	if (value === null) return types.includes("null");
	if (Array.isArray(value)) return types.includes("array") && value.every((item) => fits(item, json.items || {}));
	if (typeof value === "number")
		return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
	return types.includes(typeof value);
}
