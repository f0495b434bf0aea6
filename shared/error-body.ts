import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

/** Every kind of error the API answers with. The status of each stands in `server/http/app-error.ts`. */
export const ERROR_KINDS = [
	"invalid",
	/** A web address that may not be read. */
	"address_refused",
	"unauthenticated",
	"forbidden",
	"subscription_required",
	"plan_required",
	"quota_exceeded",
	"not_found",
	"method_not_allowed",
	"conflict",
	/** A link that somebody else, or another tab, has saved since one began to edit it. */
	"changed",
	"take_back_required",
	/** A payment that failed comes before another plan. */
	"payment_owed",
	"confirmation_required",
	"gone",
	"too_large",
	"unsupported_type",
	/** A web address that gave no answer. */
	"unreachable",
	"too_many",
	"internal",
	"upstream",
	"unavailable",
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

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
	/** What the log calls the request, where the failure is ours (5xx). */
	requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
