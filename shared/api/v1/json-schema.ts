import { z } from "zod";
import { ERROR_CODES } from "../../platform/error-codes.ts";
import { writtenSchemas } from "./api-route.ts";
import { noteOf } from "./field-notes.ts";

/** What the document uses of JSON Schema (draft 2020-12). */
export type JsonSchema = {
	$ref?: string;
	type?: string | string[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	/** False after `prefixItems`, which name all. */
	items?: JsonSchema | false;
	prefixItems?: JsonSchema[];
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	allOf?: JsonSchema[];
	enum?: unknown[];
	const?: unknown;
	format?: string;
	pattern?: string;
	contentMediaType?: string;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	default?: unknown;
	description?: string;
	examples?: unknown[];
};
type Direction = "input" | "output";
type Zods = { [Way in Direction]: Record<string, JsonSchema> };

const MARK = "#/$defs/";
const COMPONENTS = "#/components/schemas/";

/**
 * Collects JSON Schemas of validators. Named ones become components; one that reads otherwise than it answers becomes two.
 * @param isStrict answers forbid other fields; published ones don't, so that a new field breaks no client
 */
export function createSchemas({ isStrict }: { isStrict: boolean }) {
	const named: Zods = { input: {}, output: {} };

	function schemaOf(schema: z.ZodType, io: Direction): JsonSchema {
		const written: Record<string, unknown> = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
		const { $schema: _, $defs = {}, ...json } = written as JsonSchema & { $schema?: string; $defs?: object };
		for (const [name, part] of Object.entries($defs)) named[io][name] = marked(part, io, name);
		return marked(json, io);
	}

	function marked(json: JsonSchema, io: Direction, name = ""): JsonSchema {
		const open = tidied(json, { isOpen: io === "output" && !isStrict, of: name });
		return JSON.parse(JSON.stringify(open).replaceAll(MARK, `${MARK}${io}/`));
	}

	/** Those that differ by direction, themselves or in what they refer to. */
	function apartOnes(): Set<string> {
		const plain = (way: Direction, name: string) => JSON.stringify(named[way][name]).replaceAll(`${MARK}${way}/`, MARK);
		const both = Object.keys(named.input).filter((name) => name in named.output);
		const apart = new Set(both.filter((name) => plain("input", name) !== plain("output", name)));
		for (let known = -1; known < apart.size; ) {
			known = apart.size;
			for (const name of both) {
				if ([...apart].some((other) => plain("input", name).includes(`"${MARK}${other}"`))) apart.add(name);
			}
		}
		return apart;
	}

	return {
		schemaOf,
		/** The components, and a document whose references lead to them. */
		finish<Document extends object>(build: (schemas: Record<string, JsonSchema>) => Document): Document {
			const apart = apartOnes();
			const nameOf = (name: string, io: Direction) => (io === "input" && apart.has(name) ? `${name}Input` : name);
			const schemas: Record<string, JsonSchema> = {};
			for (const io of ["input", "output"] as const) {
				for (const [name, schema] of Object.entries(named[io])) schemas[nameOf(name, io)] = schema;
			}
			const text = JSON.stringify(build(schemas));
			return JSON.parse(
				text.replaceAll(/#\/\$defs\/(input|output)\/([^"]+)/g, (_, io, name) => COMPONENTS + nameOf(name, io)),
			);
		},
	};
}

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: Record<string, unknown> };

/** What validators that clean before they check mean. */
function override({ zodSchema, jsonSchema }: Overridden): void {
	const written = writtenSchemas.get(zodSchema);
	if (!written) return;
	for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
	Object.assign(jsonSchema, written.json);
}

type Place = { isOpen: boolean; of: string };

const ALL_CODES = Object.keys(ERROR_CODES).length;

/** Without zod's own ids, patterns of formats and bounds of JavaScript's numbers; each field with its meaning. */
function tidied(json: JsonSchema, { isOpen, of }: Place): JsonSchema {
	const own = (schema: JsonSchema) => tidied(schema, { isOpen, of });
	const { id: _, ...rest } = json as JsonSchema & { id?: unknown };
	const clean: JsonSchema = { ...rest };
	if (clean.format !== undefined) delete clean.pattern;
	if (clean.minimum === Number.MIN_SAFE_INTEGER) delete clean.minimum;
	if (clean.maximum === Number.MAX_SAFE_INTEGER) delete clean.maximum;
	if (isOpen && clean.additionalProperties === false) delete clean.additionalProperties;
	if (typeof clean.additionalProperties === "object") clean.additionalProperties = own(clean.additionalProperties);
	// All codes of errors are texts: a new one must break no client.
	if (clean.enum?.length === ALL_CODES) delete clean.enum;
	for (const list of ["anyOf", "oneOf", "allOf", "prefixItems"] as const) {
		const parts = clean[list];
		if (parts) clean[list] = parts.map(own);
	}
	if (clean.items) clean.items = own(clean.items);
	if (clean.properties) {
		const noted = Object.entries(clean.properties).map(([name, field]) => [
			name,
			withNote(tidied(field, { isOpen, of: name }), name, of),
		]);
		clean.properties = Object.fromEntries(noted);
	}
	return clean;
}

/** Siblings of `$ref` are allowed since OpenAPI 3.1. */
function withNote(field: JsonSchema, name: string, of: string): JsonSchema {
	const note = noteOf(name, of);
	return note && field.description === undefined ? { ...field, description: note.text } : field;
}
