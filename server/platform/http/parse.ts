import type { Request } from "express";
import type { z } from "zod";
import { AppError } from "./app-error.ts";
import { fieldErrors } from "./field-errors.ts";

/**
 * The request's body as `schema` reads it; unknown fields are dropped by the schema.
 * @throws AppError `invalid` that names every field that is wrong, with the first issue's code and message;
 * `unsupported_type` when no body parser took the body.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, req: Request): z.infer<Schema> {
	if (req.body === undefined) throw new AppError("unsupported_type", "Send this request as JSON");
	return parse(schema, req.body);
}

/** The request's query as `schema` reads it. @throws AppError `invalid` that names every parameter that is wrong */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, req: Request, message = INVALID): z.infer<Schema> {
	return parse(schema, req.query, { message });
}

/** What a client sent, as `schema` reads it; `message` speaks for all that is wrong. @throws AppError as `parseBody` */
export function parse<Schema extends z.ZodType>(
	schema: Schema,
	sent: unknown,
	{ message }: { message?: string } = {},
): z.infer<Schema> {
	const result = schema.safeParse(sent, { error: ourWords });
	if (result.success) return result.data;
	const fields = fieldErrors(result.error, sent);
	const first = result.error.issues[0]?.message;
	throw new AppError(fields[0]?.code ?? "invalid", message ?? first ?? INVALID, { fields, cause: result.error });
}

const INVALID = "Invalid input";

/** Where a schema has no message of its own, zod's ("expected string, received ...") are not for people. */
function ourWords({ input }: { input?: unknown }): string {
	return input === undefined ? "Required" : INVALID;
}
