import type { Request } from "express";
import type { z } from "zod";
import { AppError } from "./app-error.ts";

/**
 * The request's body as `schema` reads it; unknown fields are dropped by the schema.
 * @throws AppError `invalid` with the first issue's message; `unsupported_type` when no body parser took the body.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, req: Request): z.infer<Schema> {
	if (req.body === undefined) throw new AppError("unsupported_type", "Send this request as JSON");
	const result = schema.safeParse(req.body);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const message = issue?.message ?? "Invalid input";
	// zod's own words ("expected string, received ...") are not for people.
	throw new AppError("invalid", message.startsWith("Invalid input") ? "Invalid input" : message);
}
