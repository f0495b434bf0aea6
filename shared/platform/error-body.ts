import { z } from "zod";
import { fileColumn } from "../links/imports/file-columns.ts";
import { ERROR_CODES, ERROR_KINDS, type ErrorCode } from "./error-codes.ts";

const code = z.enum(Object.keys(ERROR_CODES) as [ErrorCode]);

/** The JSON body of every non-OK API answer (P287). */
export const errorBody = z.object({
	kind: z.enum(ERROR_KINDS),
	code,
	message: z.string(),
	/** The number that the error is about, such as the links of a month. */
	limit: z.number().optional(),
	/** What is wrong with each field; the first one has the code and message of the error. */
	fields: z.array(z.object({ field: z.string(), code, message: z.string(), limit: z.number().optional() })).optional(),
	/** Of a file without a column for the target: its columns (P521). */
	columns: z.array(fileColumn).optional(),
	/** What the log calls the request, where the failure is ours (5xx). */
	requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
