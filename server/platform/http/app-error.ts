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
	idempotency_key_reused: 422,
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

export function statusOf(code: ErrorCode): number {
	return STATUS[ERROR_CODES[code]];
}

/** For another thread. @see ofRefusal */
export function asRefusal({ code, message, retryAfterSeconds, fields, limit, columns }: AppError): Refusal {
	return { code, message, retryAfterSeconds, fields, limit, columns };
}

/** The error of another thread. */
export function ofRefusal({ code, message, ...options }: Refusal): AppError {
	return new AppError(code, message, options);
}

type Step = () => unknown;
type Results<Steps extends readonly Step[]> = { -readonly [N in keyof Steps]: Awaited<ReturnType<Steps[N]>> };

/** Runs all steps. Refusals of fields are collected into the first one (P287); other errors are thrown at once. */
export async function allOrRefused<const Steps extends readonly Step[]>(steps: Steps): Promise<Results<Steps>> {
	const results: unknown[] = [];
	const refused: AppError[] = [];
	for (const step of steps) {
		try {
			results.push(await step());
		} catch (error) {
			if (error instanceof AppError && error.fields.length > 0) refused.push(error);
			else if (refused.length === 0) throw error;
			else break;
		}
	}
	const [first] = refused;
	if (!first) return results as Results<Steps>;
	if (refused.length === 1) throw first;
	const { code, message, limit, retryAfterSeconds, cause } = first;
	const fields = refused.flatMap((error) => error.fields);
	throw new AppError(code, message, { fields, limit, retryAfterSeconds, cause });
}

const OF_CONTENT = new Set<string>(["invalid", "too_large", "unsupported_type"]);

/** Adds the field to a refusal by `work` that names none. */
export async function atField<T>(field: string, work: Promise<T>): Promise<T> {
	return work.catch((error: unknown) => {
		if (!(error instanceof AppError) || error.fields.length > 0 || !OF_CONTENT.has(error.kind)) throw error;
		throw new AppError(error.code, error.message, { field, limit: error.limit, cause: error });
	});
}
