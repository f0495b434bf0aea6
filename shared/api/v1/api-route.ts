import { z } from "zod";
import type { ErrorCode } from "../../platform/error-codes.ts";
import type { SharedLimit } from "../../platform/shared-limits.ts";
import type { ApiScope } from "../keys/api-key.ts";

/** Groups of routes, in the order of the documentation. */
export const API_TAGS = {
	account: "Account",
	links: "Links",
	cards: "Cards",
	images: "Images",
	tags: "Tags",
	utm: "UTM templates",
	analytics: "Analytics",
	domains: "Domains",
	webhooks: "Webhooks",
} as const;
export type ApiTag = keyof typeof API_TAGS;

export const API_V1 = "/api/v1";

type Fields = z.ZodObject;

/**
 * A route of the public API, described with its schemas: what serves it, the document and the documentation page all read
 * this. Bodies and queries are strict: unknown fields are refused by name.
 */
export type ApiRoute = {
	/** The operation's name for generated clients: `createLink`. */
	id: string;
	method: "get" | "post" | "put" | "patch" | "delete";
	/** Below `/api/v1`, as OpenAPI writes it: `/links/{id}`. */
	path: `/${string}`;
	tag: ApiTag;
	/** Null: any key. */
	scope: ApiScope | null;
	summary: string;
	description?: string;
	params?: Fields;
	query?: Fields;
	body?: z.ZodType;
	/** It also takes a file as multipart/form-data, in this field. */
	file?: "image";
	answer: ApiAnswer;
	/** What it may answer besides what every route does. */
	errors?: readonly ErrorCode[];
	/** It takes an `Idempotency-Key`. */
	isIdempotent?: true;
	/** Its answer has an `ETag`; a change takes `If-Match`. */
	isRevised?: true;
	/** A tenth of the budget at once: it reads or fetches much. */
	isHeavy?: true;
	/** Its body may have 1 MB; those of others have 64 KB at most. */
	hasLargeBody?: true;
	/** The account's limit that it shares with the same work on screen. */
	sharedLimit?: SharedLimit;
	/** Whatever is shown in the documentation and run in its tests. */
	example?: { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown };
};

export type ApiAnswer = {
	status: 200 | 201 | 202 | 204;
	schema: z.ZodType | null;
	type?: "text/csv" | "image/svg+xml";
	/** It answers 201 if it has created something. */
	mayCreate?: true;
};

/** Keeps the exact types of a route's schemas. */
export function apiRoute<const Route extends ApiRoute>(route: Route): Route {
	return route;
}

/** JSON Schemas of validators whose own can't be derived: of those that clean before they check. */
export const writtenSchemas = z.registry<{ json: Record<string, unknown> }>();

/** Gives a validator the JSON Schema that the document shows. */
export function asJson<Schema extends z.ZodType>(schema: Schema, json: Record<string, unknown>): Schema {
	const named = schema.clone() as Schema;
	writtenSchemas.add(named, { json });
	return named;
}

/** An id in a path. */
export const idParam = asJson(
	z
		.string()
		.regex(/^[1-9]\d{0,9}$/)
		.transform(Number)
		.pipe(z.number().int().max(2_147_483_647)),
	{ type: "integer", minimum: 1, maximum: 2_147_483_647 },
);
