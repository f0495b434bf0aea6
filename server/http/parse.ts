import type { Request } from "express";
import type { z } from "zod";
import { AppError } from "./app-error.ts";

/**
 * The request's body as `schema` reads it; unknown fields are dropped by the schema.
 * @throws AppError `invalid` with the first issue's message; `unsupported_type` when no body parser took the body.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, req: Request): z.infer<Schema> {
	if (req.body === undefined) throw new AppError("unsupported_type", "Send this request as JSON");
	const result = schema.safeParse(req.body, { error: ourWords });
	if (result.success) return result.data;
	throw new AppError("invalid", result.error.issues[0]?.message ?? "Invalid input");
}

/** The request's query as `schema` reads it. @throws AppError "invalid" for a query that says something else */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, req: Request): z.infer<Schema> {
	const query = schema.safeParse(req.query);
	if (!query.success) throw new AppError("invalid", "Invalid input", { cause: query.error });
	return query.data;
}

/** Where a schema has no message of its own, zod's ("expected string, received ...") are not for people. */
function ourWords({ input }: { input?: unknown }): string {
	return input === undefined ? "Required" : "Invalid input";
}
