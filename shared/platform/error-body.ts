import { z } from "zod";
import { fileColumn } from "../links/imports/file-columns.ts";
import { ERROR_CODES, ERROR_KINDS, type ErrorCode } from "./error-codes.ts";

const code = z.enum(Object.keys(ERROR_CODES) as [ErrorCode]);

/** The JSON body of every API error (P287). */
export const errorBody = z.object({
	kind: z.enum(ERROR_KINDS),
	code,
	message: z.string(),
	limit: z.number().optional(),
	/** The problem of each field; the first has the error's own code and message. */
	fields: z.array(z.object({ field: z.string(), code, message: z.string(), limit: z.number().optional() })).optional(),
	/** Columns of a file that has none for the target (P521). */
	columns: z.array(fileColumn).optional(),
	/** The request's id in the log, for failures on our side (5xx). */
	requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
