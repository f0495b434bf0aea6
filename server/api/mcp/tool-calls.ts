import { z } from "zod";
import { parse } from "#server/platform/http/parse.ts";
import type { Fields, Tool, Way } from "#shared/api/mcp/tools.ts";
import { createSchemas, type JsonSchema } from "#shared/api/v1/json-schema.ts";
import { refuseOthers } from "../v1/route-work.ts";

/** The argument that becomes a request's `Idempotency-Key`. */
const IDEMPOTENCY_KEY = "idempotencyKey";

/** A call's parts, as its route takes them. */
export type ReadCall = { params: unknown; query: unknown; body: unknown; headers: ReadonlyMap<string, string> };

/** Reads arguments by the schemas of their route. @throws AppError as the route does */
export function readCall({ route, fields }: Way, sent: Fields): ReadCall {
	const rest = { ...sent };
	const headers = new Map<string, string>();
	if (route.isIdempotent && rest[IDEMPOTENCY_KEY] !== undefined) {
		headers.set("idempotency-key", parse(z.string(), rest[IDEMPOTENCY_KEY]));
		delete rest[IDEMPOTENCY_KEY];
	}
	const params = take(rest, keysOf(route.params));
	const query = take(rest, keysOf(route.query));
	const body = route.body && take(rest, fields ?? keysOf(route.body));
	refuseOthers(rest);
	return {
		params: route.params && parse(route.params, asTexts(params)),
		query: route.query && parse(route.query, asTexts(query)),
		body: route.body && parse(route.body, body),
		headers,
	};
}

const schemas = new Map<string, JsonSchema>();

/** A tool's arguments as JSON Schema; required is what every way requires. Made when first asked for. */
export function inputSchemaOf(tool: Tool): JsonSchema {
	const known = schemas.get(tool.name);
	if (known) return known;
	const made = makeSchema(tool);
	schemas.set(tool.name, made);
	return made;
}

function makeSchema({ ways, defaults = {} }: Tool): JsonSchema {
	const { schemaOf } = createSchemas({ isStrict: true });
	const each = ways.map(({ route, fields }) => {
		// By its fields: by its name, it would be a reference.
		const body = route.body instanceof z.ZodObject ? schemaOf(z.strictObject(route.body.shape), "input") : {};
		const properties = Object.entries(body.properties ?? {}).filter(([name]) => fields?.includes(name) ?? true);
		const parts = [route.params, route.query].flatMap((part) => (part ? [schemaOf(part, "input")] : []));
		return [...parts, { ...body, properties: Object.fromEntries(properties) }];
	});
	const properties: Record<string, JsonSchema> = Object.assign({}, ...each.flat().map((part) => part.properties));
	for (const [name, value] of Object.entries(defaults)) properties[name] = { ...properties[name], default: value };
	if (ways.some(({ route }) => route.isIdempotent)) properties[IDEMPOTENCY_KEY] = IDEMPOTENCY_SCHEMA;
	const needed = each.map((parts) => parts.flatMap(({ required = [] }) => required));
	const required = (needed[0] ?? []).filter((name) => needed.every((names) => names.includes(name)));
	return { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

const IDEMPOTENCY_SCHEMA: JsonSchema = {
	...{ type: "string", minLength: 1, maxLength: 255 },
	description: "A random text. A repeated call with the same one within 24 hours creates nothing twice.",
};

function keysOf(schema: z.ZodType | undefined): string[] {
	return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Moves fields to an object of their own. */
function take(from: Fields, names: readonly string[]): Fields {
	const taken: Fields = {};
	for (const name of names) {
		if (!Object.hasOwn(from, name)) continue;
		taken[name] = from[name];
		delete from[name];
	}
	return taken;
}

/** Paths and queries have texts where JSON has numbers. */
function asTexts(fields: Fields): Fields {
	const texts = Object.entries(fields).map(([name, value]) => [
		name,
		typeof value === "number" ? String(value) : value,
	]);
	return Object.fromEntries(texts);
}
