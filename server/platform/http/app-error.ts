import type { FileColumn } from "#shared/links/imports/file-columns.ts";
import { ERROR_CODES, type ErrorCode, type ErrorKind, type FieldError } from "#shared/platform/error-codes.ts";

const STATUS: Record<ErrorKind, number> = {
	invalid: 400,
	address_refused: 400,
	unauthenticated: 401,
	forbidden: 403,
	subscription_required: 403,
	plan_required: 403,
	quota_exceeded: 403,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 409,
	changed: 409,
	take_back_required: 409,
	payment_owed: 409,
	confirmation_required: 409,
	card_declined: 402,
	gone: 410,
	too_large: 413,
	unsupported_type: 415,
	unreachable: 422,
	too_many: 429,
	internal: 500,
	upstream: 502,
	unavailable: 503,
};

type Options = {
	cause?: unknown;
	retryAfterSeconds?: number | undefined;
	field?: string;
	fields?: readonly FieldError[];
	limit?: number | undefined;
	/** The file's columns, from which the user assigns the missing one. */
	columns?: readonly FileColumn[] | undefined;
};

/** An error as sent between threads. */
export type Refusal = Pick<AppError, "code" | "message"> &
	Partial<Pick<AppError, "retryAfterSeconds" | "fields" | "limit" | "columns">>;

/** An error whose message the caller may see. Services throw a code; its kind determines the status. */
export class AppError extends Error {
	readonly code: ErrorCode;
	/** Sent as `Retry-After`. */
	readonly retryAfterSeconds: number | undefined;
	readonly fields: readonly FieldError[];
	readonly limit: number | undefined;
	readonly columns: readonly FileColumn[] | undefined;

	constructor(code: ErrorCode, message: string, options: Options = {}) {
		super(message, { cause: options.cause });
		this.name = "AppError";
		this.code = code;
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.limit = options.limit;
		this.columns = options.columns;
		const { field, limit } = options;
		const own = field === undefined ? [] : [{ field, code, message, ...(limit !== undefined && { limit }) }];
		this.fields = options.fields ?? own;
	}

	get kind(): ErrorKind {
		return ERROR_CODES[this.code];
	}

	get status(): number {
		return STATUS[this.kind];
	}
}

/** For another thread. @see ofRefusal */
export function asRefusal({ code, message, retryAfterSeconds, fields, limit, columns }: AppError): Refusal {
	return { code, message, retryAfterSeconds, fields, limit, columns };
}

/** The error of another thread. */
export function ofRefusal({ code, message, ...options }: Refusal): AppError {
	return new AppError(code, message, options);
}
