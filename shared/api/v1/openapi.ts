import type { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "../../platform/error-codes.ts";
import { statusOf } from "../../platform/error-statuses.ts";
import { apiError } from "./api-error.ts";
import { API_TAGS, API_V1, type ApiRoute } from "./api-route.ts";
import { noteOf } from "./field-notes.ts";
import { createSchemas, type JsonSchema } from "./json-schema.ts";
import { answerHeaders, errorHeaders, HEADERS, IDEMPOTENCY_KEY, IF_MATCH } from "./openapi-headers.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";
import { sampleOf } from "./sample.ts";

type Reference = { $ref: string };
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
export type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: JsonSchema;
	example?: unknown;
};
export type Operation = {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	/** What the key must be allowed; null: nothing in particular. */
	"x-scope": string | null;
	parameters?: Parameter[];
	requestBody?: { required: boolean; content: Content };
	responses: Record<string, Answer>;
};
export type Answer = {
	description: string;
	/** Of an error: its codes. */
	"x-codes"?: ErrorCode[];
	headers?: Record<string, Reference>;
	content?: Content;
};
export type OpenApi = {
	openapi: string;
	info: { title: string; version: string; description: string };
	servers: { url: string }[];
	security: Record<string, string[]>[];
	tags: { name: string }[];
	paths: Record<string, Record<string, Operation>>;
	webhooks?: ReturnType<typeof describeWebhooks>;
	components: {
		securitySchemes: object;
		headers: Record<string, { description: string; schema: JsonSchema }>;
		schemas: Record<string, JsonSchema>;
	};
};

/** Errors that any route may answer. */
const ALWAYS: readonly ErrorCode[] = [
	"unknown_field",
	"unauthenticated",
	"invalid_api_key",
	"api_key_expired",
	"scope_required",
	"account_disabled",
	"plan_required",
	"onboarding_required",
	"rate_limited",
	"server_busy",
	"internal",
	"unavailable",
];
/** Errors of a request's parts. */
const OF_FIELDS: readonly ErrorCode[] = [
	"invalid",
	"required",
	"wrong_type",
	"invalid_format",
	"unknown_value",
	"too_short",
	"too_long",
	"too_many_items",
	"out_of_range",
];
/** Errors that every route with input may answer. */
export const COMMON_CODES: readonly ErrorCode[] = [...ALWAYS, ...OF_FIELDS];
/** Errors of paths and methods that are no route. */
export const ROUTELESS_CODES: readonly ErrorCode[] = ["not_found", "method_not_allowed"];
/** Methods that change what is there. */
const CHANGES = new Set(["patch", "put"]);
const INTRODUCTION =
	"Links with the preview of your choosing. Send an API key as a bearer token. Answers may gain fields; requests with " +
	"unknown fields are refused. Lengths count UTF-16 code units: an emoji is two.";

type Options = { origin: string; version: string; isStrict?: boolean; hasWebhooks?: boolean };

/**
 * The OpenAPI 3.1 document of these routes, derived from their validators.
 * @param isStrict for tests: answers may have no other fields
 * @param hasWebhooks whether it describes the events that webhooks get (P688)
 */
export function openApiDocument(routes: readonly ApiRoute[], options: Options): OpenApi {
	const { origin, version, isStrict = false, hasWebhooks = false } = options;
	const schemas = createSchemas({ isStrict });
	const paths: OpenApi["paths"] = {};
	for (const route of routes) {
		paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
	}
	const webhooks = hasWebhooks ? describeWebhooks(schemas) : undefined;
	const document = schemas.finish<OpenApi>((named) => ({
		openapi: "3.1.0",
		info: { title: "Visualink API", version, description: INTRODUCTION },
		servers: [{ url: origin + API_V1 }],
		security: [{ key: [] }],
		tags: Object.values(API_TAGS).map((name) => ({ name })),
		paths,
		...(webhooks && { webhooks }),
		components: {
			securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key: `vl_…`" } },
			headers: HEADERS,
			schemas: named,
		},
	}));
	return JSON.parse(JSON.stringify(withSamples(document)).replaceAll("{origin}", origin));

	function operationOf(route: ApiRoute): Operation {
		const { id, summary, description, tag, scope, params, query, example = {} } = route;
		const parameters = [
			...(params ? parametersOf(params, "path", example.params) : []),
			...(query ? parametersOf(query, "query", example.query) : []),
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
				[route.answer.status]: answerOf(route),
				...(route.answer.mayCreate && { 201: answerOf(route) }),
				...errorsOf(route),
			},
		};
	}

	function parametersOf(fields: z.ZodObject, place: "path" | "query", example: object = {}): Parameter[] {
		const { properties = {}, required = [] } = schemas.schemaOf(fields, "input");
		return Object.entries(properties).map(([name, { description, ...schema }]) => ({
			...{ name, in: place },
			required: place === "path" || required.includes(name),
			...(description !== undefined && { description }),
			schema,
			...(name in example && { example: Reflect.get(example, name) }),
		}));
	}

	function bodyOf({ body, file, example }: ApiRoute): Content | null {
		const content: Content = {};
		if (body) {
			const sample = example?.body === undefined ? {} : { example: example.body };
			content["application/json"] = { schema: schemas.schemaOf(body, "input"), ...sample };
		}
		if (file) {
			const description = noteOf(file)?.text ?? "";
			const upload: JsonSchema = { type: "string", contentMediaType: "application/octet-stream", description };
			content["multipart/form-data"] = {
				schema: { type: "object", properties: { [file]: upload }, required: [file], additionalProperties: false },
			};
		}
		return Object.keys(content).length > 0 ? content : null;
	}

	function answerOf(route: ApiRoute): Answer {
		const { status, schema, type = "application/json" } = route.answer;
		return {
			description: status === 204 ? "Done" : "The answer",
			headers: answerHeaders(route),
			...(schema && { content: { [type]: { schema: schemas.schemaOf(schema, "output") } } }),
		};
	}

	function errorsOf(route: ApiRoute): Record<string, Answer> {
		const byStatus = new Map<number, ErrorCode[]>();
		for (const code of codesOf(route)) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
		const content = { "application/json": { schema: schemas.schemaOf(apiError, "output") } };
		return Object.fromEntries(
			[...byStatus].map(([status, codes]) => [
				status,
				{ description: codes.join(", "), "x-codes": codes, headers: errorHeaders(status), content },
			]),
		);
	}
}

/** The codes that a route may answer, by the order of all codes. */
export function codesOf(route: ApiRoute): ErrorCode[] {
	const { params, query, body, file, errors = [], isIdempotent, isRevised, method } = route;
	const own = new Set<ErrorCode>([
		...ALWAYS,
		...errors,
		...(params || query || body || file ? OF_FIELDS : []),
		...(body || file ? (["too_large", "unsupported_type"] as const) : []),
		...(file ? (["image_too_large", "image_wrong_type"] as const) : []),
		...(isIdempotent ? (["idempotency_key_in_use", "idempotency_key_reused"] as const) : []),
		...(isRevised && CHANGES.has(method) ? (["changed"] as const) : []),
	]);
	return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => own.has(code));
}

/** Each answer and event in JSON with an example made of its fields' examples. */
function withSamples(document: OpenApi): OpenApi {
	for (const { post } of Object.values(document.webhooks ?? {})) {
		const json = post.requestBody?.content["application/json"];
		if (json) json.example = sampleOf(json.schema, document.components.schemas);
	}
	for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
		for (const [status, { content }] of Object.entries(operation.responses)) {
			const json = content?.["application/json"];
			if (json && status < "300") json.example = sampleOf(json.schema, document.components.schemas);
		}
	}
	return document;
}
