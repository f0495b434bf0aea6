import type { Request } from "express";
import type { z } from "zod";
import { AppError } from "./app-error.ts";
import { fieldErrors } from "./field-errors.ts";

/**
 * Parses a body.
 * @throws AppError `invalid` with every wrong field; `unsupported_type` if no body parser accepted it
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, req: Request): z.infer<Schema> {
	if (req.body === undefined) throw new AppError("unsupported_type", "Send this request as JSON");
	return parse(schema, req.body);
}

/** Parses the request's query. @throws AppError `invalid` with every wrong parameter */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, req: Request, message = INVALID): z.infer<Schema> {
	return parse(schema, req.query, { message });
}

/** Parses a client's input; `message` replaces all others. @throws AppError as `parseBody` */
export function parse<Schema extends z.ZodType>(
	schema: Schema,
	sent: unknown,
	{ message }: { message?: string } = {},
): z.infer<Schema> {
	const result = schema.safeParse(sent, { error: ourWords });
	if (result.success) return result.data;
	const fields = fieldErrors(result.error, sent);
	const first = fields[0]?.message ?? result.error.issues[0]?.message;
	throw new AppError(fields[0]?.code ?? "invalid", message ?? first ?? INVALID, { fields, cause: result.error });
}

const INVALID = "Invalid input";

function ourWords({ input }: { input?: unknown }): string {
	return input === undefined ? "Required" : INVALID;
}
