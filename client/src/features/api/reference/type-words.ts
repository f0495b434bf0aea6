import type { JsonSchema } from "#shared/api/v1/json-schema.ts";

const COMPONENT = /^#\/components\/schemas\//;

/** The name of the component that a schema refers to. */
export function componentOf({ $ref }: JsonSchema): string | null {
	return $ref?.replace(COMPONENT, "") ?? null;
}

/** A schema without "or null". */
export function presentPart(schema: JsonSchema): JsonSchema {
	const parts = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
	return parts.length === 1 && parts[0] ? parts[0] : schema;
}

/** A field's type in words: "list of strings", "date and time or null". */
export function typeWords(schema: JsonSchema): string {
	const types = [schema.type].flat();
	const orNull = types.includes("null") || (schema.anyOf ?? schema.oneOf ?? []).some(({ type }) => type === "null");
	return plainWords(presentPart(schema)) + (orNull ? " or null" : "");
}

const FORMATS: Record<string, string> = {
	"date-time": "date and time",
	date: "date",
	uri: "URL",
	email: "email address",
};

function plainWords(schema: JsonSchema): string {
	const type = [schema.type].flat().find((each) => each !== "null");
	const component = componentOf(schema);
	if (component) return component;
	if (schema.contentMediaType) return "file";
	if (schema.prefixItems) return `list of ${schema.prefixItems.map(typeWords).join(" and ")}`;
	if (type === "array") return schema.items ? `list of ${several(typeWords(schema.items))}` : "list";
	const parts = schema.anyOf ?? schema.oneOf;
	if (parts) return [...new Set(parts.filter((part) => part.type !== "null").map(plainWords))].join(" or ");
	if (schema.format) return FORMATS[schema.format] ?? type ?? "string";
	return type ?? "any value";
}

function several(words: string): string {
	if (/^[A-Z]\w+$/.test(words)) return `${words} objects`;
	return words.includes(" ") ? words : `${words}s`;
}

/** A field's limits: "at most 60 characters", "1 to 500 items". */
export function limitWords(schema: JsonSchema): string[] {
	const part = presentPart(schema);
	const isList = [part.type].flat().includes("array");
	const { minLength, maxLength, minItems, maxItems, minimum, maximum } = part;
	return [
		...span(minLength, maxLength, (most) => (most === 1 ? "character" : "characters")),
		...(isList ? span(minItems, maxItems, (most) => (most === 1 ? "item" : "items")) : []),
		...span(minimum, maximum === 2_147_483_647 ? undefined : maximum, () => ""),
	];
}

const FIGURES = new Intl.NumberFormat("en-US");

function span(least: number | undefined, most: number | undefined, unit: (most: number) => string): string[] {
	const [low, high] = [least, most].map((bound) => (bound === undefined ? null : FIGURES.format(bound)));
	if (high !== null && low !== null && least !== 0) return [`${low} to ${high} ${unit(most ?? 2)}`.trim()];
	if (high !== null) return [`at most ${high} ${unit(most ?? 2)}`.trim()];
	return low !== null && least !== 0 ? [`at least ${low} ${unit(least ?? 2)}`.trim()] : [];
}

/** The values that a field takes, if they are few. */
export function valuesOf(schema: JsonSchema): string[] {
	const part = presentPart(schema);
	const list = [part.type].flat().includes("array") && part.items ? presentPart(part.items) : part;
	const values = list.enum ?? (list.const === undefined ? [] : [list.const]);
	const ofParts = (list.anyOf ?? list.oneOf ?? []).flatMap((each) => (each.const === undefined ? [] : [each.const]));
	return [...values, ...ofParts].filter((value) => value !== null).map(String);
}
