import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "../../platform/error-codes.ts";

const code = z.enum(Object.keys(ERROR_CODES) as [ErrorCode]);

/** What went wrong, and with which fields. */
export const apiErrorDetail = z
	.object({
		/** Stable; docs/errors.md lists them. */
		code,
		/** For people; its words may change. */
		message: z.string(),
		/** The number that the code is about: most characters, links a month. */
		limit: z.number().optional(),
		/** Each wrong field, with its own code; empty if no field is wrong. */
		fields: z.array(z.object({ field: z.string(), code, message: z.string(), limit: z.number().optional() })),
	})
	.meta({ id: "ErrorDetail" });
export type ApiErrorDetail = z.infer<typeof apiErrorDetail>;

/** Every error of the public API. */
export const apiError = z
	.object({
		error: apiErrorDetail,
		/** The request's id in our log. */
		requestId: z.string(),
	})
	.meta({ id: "Error" });
export type ApiErrorBody = z.infer<typeof apiError>;
