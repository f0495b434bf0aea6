import { z } from "zod";
import type { ErrorCode } from "../../platform/error-codes.ts";
import { apiError } from "./api-error.ts";
import { API_TAGS, API_V1, type ApiRoute, writtenSchemas } from "./api-route.ts";

type Json = Record<string, unknown>;
type Options = { origin: string; version: string; statusOf: (code: ErrorCode) => number };

/** Errors that any route may answer. */
const ALWAYS: readonly ErrorCode[] = [
	"invalid",
	"unauthenticated",
	"invalid_api_key",
	"api_key_expired",
	"scope_required",
	"account_disabled",
	"plan_required",
	"onboarding_required",
	"rate_limited",
	"internal",
	"unavailable",
];

/** The OpenAPI 3.1 document of these routes, derived from their validators. */
export function openApiDocument(routes: readonly ApiRoute[], { origin, version, statusOf }: Options): Json {
	const components: Json = {};

	function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
		const {
			$schema: _,
			$defs = {},
			...json
		} = z.toJSONSchema(schema, { io, unrepresentable: "any", override }) as Json;
		for (const [name, part] of Object.entries($defs as Json)) components[name] = tidied(part as Json);
		return tidied(json);
	}

	const paths: Record<string, Json> = {};
	for (const route of routes) {
		paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Visualink API",
			version,
			description: "Links with the preview of your choosing. Send an API key as a bearer token.",
		},
		servers: [{ url: origin + API_V1 }],
		security: [{ key: [] }],
		tags: Object.values(API_TAGS).map((name) => ({ name })),
		paths,
		components: {
			securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key: `vl_…`" } },
			schemas: components,
		},
	};

	function operationOf(route: ApiRoute): Json {
		const { id, summary, description, tag, scope, answer, params, query } = route;
		const parameters = [
			...(params ? parametersOf(params, "path") : []),
			...(query ? parametersOf(query, "query") : []),
			...(route.isIdempotent ? [IDEMPOTENCY_KEY] : []),
			...(route.isRevised && CHANGES.has(route.method) ? [IF_MATCH] : []),
		];
		const body = bodyOf(route);
		return {
			operationId: id,
			summary,
			...(description && { description }),
			tags: [API_TAGS[tag]],
			"x-scope": scope,
			...(parameters.length > 0 && { parameters }),
			...(body && { requestBody: { required: true, content: body } }),
			responses: {
				[answer.status]: answerOf(route),
				...(answer.mayCreate && { 201: answerOf(route) }),
				...errorsOf(route),
			},
		};
	}

	function parametersOf(fields: z.ZodObject, place: "path" | "query"): Json[] {
		const { properties = {}, required = [] } = schemaOf(fields, "input") as { properties?: Json; required?: string[] };
		return Object.entries(properties).map(([name, schema]) => ({
			...{ name, in: place, schema },
			required: place === "path" || required.includes(name),
		}));
	}

	function bodyOf({ body, file }: ApiRoute): Json | null {
		const content: Json = {};
		if (body) content["application/json"] = { schema: schemaOf(body, "input") };
		if (file) {
			const properties = { [file]: { type: "string", contentMediaType: "application/octet-stream" } };
			content["multipart/form-data"] = { schema: { type: "object", properties, required: [file] } };
		}
		return Object.keys(content).length > 0 ? content : null;
	}

	function answerOf({ answer, isRevised, isIdempotent }: ApiRoute): Json {
		const { schema, type = "application/json" } = answer;
		return {
			description: answer.status === 204 ? "Done" : "The answer",
			...((isRevised || isIdempotent) && {
				headers: {
					...(isRevised && { ETag: { schema: { type: "string" } } }),
					...(isIdempotent && { "Idempotent-Replayed": { schema: { type: "string", enum: ["true"] } } }),
				},
			}),
			...(schema && { content: { [type]: { schema: schemaOf(schema, "output") } } }),
		};
	}

	function errorsOf({ errors = [] }: ApiRoute): Json {
		const byStatus = new Map<number, ErrorCode[]>();
		for (const code of new Set([...ALWAYS, ...errors])) {
			byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
		}
		const content = { "application/json": { schema: schemaOf(apiError, "output") } };
		return Object.fromEntries(
			[...byStatus].map(([status, codes]) => [status, { description: codes.join(", "), content }]),
		);
	}
}

/** Methods that change what is there. */
const CHANGES = new Set(["patch", "put"]);

const IDEMPOTENCY_KEY: Json = {
	name: "Idempotency-Key",
	in: "header",
	required: false,
	description:
		"1 to 255 visible ASCII characters, quoted or bare. A repeated request gets the first one's answer for 24 hours.",
	schema: { type: "string", maxLength: 257 },
};
const IF_MATCH: Json = {
	name: "If-Match",
	in: "header",
	required: false,
	description: "The `ETag` of the link that the change is based on; without it, no conflict is noticed.",
	schema: { type: "string", maxLength: 100 },
};

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: Json };

/** What validators that clean before they check mean. */
function override({ zodSchema, jsonSchema }: Overridden): void {
	const written = writtenSchemas.get(zodSchema);
	if (!written) return;
	for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
	Object.assign(jsonSchema, written.json);
}

/** References lead to the components; answers may gain fields, so that new ones break no client. */
function tidied(json: Json): Json {
	const text = JSON.stringify(json, (key, value) => (key === "id" && json.id === value ? undefined : value));
	return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
}
