import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { API_SCOPES } from "../keys/api-key.ts";
import { webhookBody } from "../webhooks/event-data.ts";
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookType } from "../webhooks/webhook.ts";
import { apiRoute, asJson } from "./api-route.ts";
import type { JsonSchema } from "./json-schema.ts";
import { type OpenApi, type Operation, openApiDocument } from "./openapi.ts";
import { API_V1_ROUTES } from "./routes.ts";

const SERVED = { origin: "https://visualink.example", version: "1" };
const document = openApiDocument(API_V1_ROUTES, { ...SERVED, hasWebhooks: true });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

/** Each place of a schema that says nothing, with why that is the truth. */
const ANYTHING: Record<string, string> = {};

describe("the OpenAPI document (P653)", () => {
	test("is valid OpenAPI 3.1", async () => {
		const { valid, errors } = await new Validator().validate(structuredClone(document));
		expect(errors ?? []).toEqual([]);
		expect(valid).toBe(true);
	});

	test("has every route once, with a summary, its scope, errors and examples", () => {
		expect(operations).toHaveLength(API_V1_ROUTES.length);
		expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(API_V1_ROUTES.length);
		const scopes = [...API_SCOPES, null];
		for (const route of API_V1_ROUTES) {
			const operation = operations.find(({ operationId }) => operationId === route.id) as Operation;
			expect(operation.summary, route.id).toMatch(/^[A-Z][^.]+$/);
			expect(scopes).toContain(operation["x-scope"]);
			for (const status of ["400", "401", "403", "429", "500", "503"]) {
				expect(operation.responses[status]?.["x-codes"]?.length, `${route.id} ${status}`).toBeGreaterThan(0);
			}
			expect(route.example, `${route.id} has an example`).toBeDefined();
			const isJson = route.answer.schema !== null && route.answer.type === undefined;
			const sample = operation.responses[route.answer.status]?.content?.["application/json"]?.example;
			if (isJson) expect(route.answer.schema?.safeParse(sample).error, `the sample of ${route.id}`).toBeUndefined();
		}
	});

	test("has no placeholder without an example, and every example is one that its schema takes", () => {
		for (const { id, path, params, query, body, example } of API_V1_ROUTES) {
			for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(example?.params, id).toHaveProperty(name as string);
			const sent = Object.entries(example?.params ?? {}).map(([name, value]) => [name, String(value)]);
			if (params) expect(params.safeParse(Object.fromEntries(sent)).error, id).toBeUndefined();
			if (query) expect(query.safeParse(example?.query ?? {}).error, id).toBeUndefined();
			if (body && example?.body !== undefined) expect(body.safeParse(example.body).error, id).toBeUndefined();
		}
	});

	test("says what each field means", () => {
		const silent = [...schemasOf(document)].flatMap(({ place, schema }) =>
			Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
				field.description === undefined ? `${place}.${name}` : [],
			),
		);
		const ofParameters = operations.flatMap(({ operationId, parameters = [] }) =>
			parameters.flatMap(({ name, description }) => (description === undefined ? `${operationId} ${name}` : [])),
		);
		expect([...new Set([...silent, ...ofParameters])], "add them to field-notes.ts, or `.describe()` them").toEqual([]);
	});

	test("has no schema that says nothing, except where that is the truth", () => {
		const empty = [...schemasOf(document)].filter(({ schema }) => isEmpty(schema)).map(({ place }) => place);
		expect(empty).toEqual(Object.keys(ANYTHING));
	});

	test("keeps nothing of zod's own: ids, its definitions, patterns of dates, bounds of its numbers", () => {
		const text = JSON.stringify(document);
		for (const odd of ["$defs", "$schema", "$id", "9007199254740991", "\\\\d\\\\d[2468]"]) {
			expect(text, odd).not.toContain(odd);
		}
		for (const { schema } of schemasOf(document)) expect(schema).not.toHaveProperty("id", expect.any(String));
		for (const [reference] of text.matchAll(/#\/components\/[\w/-]+/g)) {
			const [, kind = "", name = ""] = /components\/([\w-]+)\/([\w-]+)/.exec(reference) ?? [];
			expect(Reflect.get(document.components, kind), reference).toHaveProperty(name);
		}
	});

	test("describes each event of webhooks, with its headers, and an example that the event's schema takes (P688)", () => {
		expect(Object.keys(document.webhooks ?? {})).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST]);
		for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
			const signed = post.parameters?.filter((each) => each.in === "header" && each.required).map(({ name }) => name);
			expect(signed, type).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
			const sample = post.requestBody?.content["application/json"]?.example;
			expect(webhookBody(type as WebhookType).safeParse(sample).error, type).toBeUndefined();
			expect(post.security).toEqual([]);
		}
		const ids = Object.values(document.webhooks ?? {}).map(({ post }) => post.operationId);
		expect(ids.slice(0, 5)).toEqual([
			"onLinkCreated",
			"onLinkUpdated",
			"onLinkDeleted",
			"onLinkFlagged",
			"onLinkTargetGone",
		]);
		expect(new Set([...ids, ...operations.map(({ operationId }) => operationId)]).size).toBe(
			ids.length + operations.length,
		);
	});

	test("describes limits, the request's id and what to do about them by components", () => {
		for (const { responses } of operations) {
			expect(responses["401"]?.headers).toHaveProperty("WWW-Authenticate");
			expect(responses["429"]?.headers).toHaveProperty("Retry-After");
			for (const answer of Object.values(responses)) expect(answer.headers).toHaveProperty("X-Request-Id");
		}
	});
});

describe("openApiDocument", () => {
	const thing = z.object({ size: z.number().default(1) }).meta({ id: "Thing" });
	const route = (body: z.ZodType, answer: z.ZodType) =>
		apiRoute({
			...{ id: "sizeThing", method: "post", path: "/things", tag: "links", scope: null, summary: "Size a thing" },
			...{ body, answer: { status: 200, schema: answer } },
		});
	const bodyOf = (made: OpenApi) => made.paths["/things"]?.post?.requestBody?.content["application/json"]?.schema;

	test("leaves answers open, and forbids other fields only in tests and in requests", () => {
		const routes = [route(z.strictObject({ name: z.string() }), z.object({ name: z.string() }))];
		const answerOf = (made: OpenApi) =>
			made.paths["/things"]?.post?.responses["200"]?.content?.["application/json"]?.schema;
		const open = openApiDocument(routes, SERVED);
		expect(bodyOf(open)).toHaveProperty("additionalProperties", false);
		expect(answerOf(open)).not.toHaveProperty("additionalProperties");
		expect(answerOf(openApiDocument(routes, { ...SERVED, isStrict: true }))).toHaveProperty(
			"additionalProperties",
			false,
		);
	});

	test("names a schema twice if it reads otherwise than it answers", () => {
		const box = z.object({ thing }).meta({ id: "Box" });
		const made = openApiDocument([route(box, box)], SERVED);
		const names = Object.keys(made.components.schemas).filter((name) => !name.startsWith("Error"));
		expect(names).toEqual(["BoxInput", "ThingInput", "Box", "Thing"]);
		expect(bodyOf(made)).toEqual({ $ref: "#/components/schemas/BoxInput" });
		expect(made.components.schemas.BoxInput?.properties?.thing).toMatchObject({
			$ref: "#/components/schemas/ThingInput",
		});
	});

	test("shows the written schema of what cleans before it checks", () => {
		const name = asJson(
			z.preprocess(
				(text) => text,
				z.string().refine((text) => text.length < 5),
			),
			{ type: "string", maxLength: 4 },
		);
		const made = openApiDocument([route(z.strictObject({ name: name.optional() }), z.object({}))], SERVED);
		expect(bodyOf(made)).toMatchObject({ properties: { name: { type: "string", maxLength: 4 } } });
		expect(bodyOf(made)?.required ?? []).toEqual([]);
	});
});

function isEmpty(schema: JsonSchema): boolean {
	const { description: _, examples: __, default: ___, ...rest } = schema;
	return Object.keys(rest).length === 0;
}

/** Every schema of the document, with where it is. */
function* schemasOf({ paths, webhooks = {}, components }: OpenApi): Generator<{ place: string; schema: JsonSchema }> {
	for (const [name, schema] of Object.entries(components.schemas)) yield* within(name, schema);
	for (const { operationId, parameters = [], requestBody, responses } of [
		...Object.values(paths).flatMap((path) => Object.values(path)),
		...Object.values(webhooks).map(({ post }) => post),
	]) {
		for (const { name, schema } of parameters) yield* within(`${operationId} ${name}`, schema);
		for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
			yield* within(`${operationId} ${type}`, schema);
		}
		for (const [status, { content = {} }] of Object.entries(responses)) {
			for (const { schema } of Object.values(content)) yield* within(`${operationId} ${status}`, schema);
		}
	}
}

function* within(place: string, schema: JsonSchema): Generator<{ place: string; schema: JsonSchema }> {
	yield { place, schema };
	for (const [name, field] of Object.entries(schema.properties ?? {})) yield* within(`${place}.${name}`, field);
	for (const part of [
		...(schema.anyOf ?? []),
		...(schema.oneOf ?? []),
		...(schema.allOf ?? []),
		...(schema.prefixItems ?? []),
	]) {
		yield* within(place, part);
	}
	if (schema.items) yield* within(`${place}[]`, schema.items);
	if (typeof schema.additionalProperties === "object") yield* within(`${place}.*`, schema.additionalProperties);
}
