import type { FileColumn } from "#shared/links/imports/file-columns.ts";
import { ERROR_CODES, type ErrorCode, type ErrorKind, type FieldError } from "#shared/platform/error-codes.ts";
import { statusOf } from "#shared/platform/error-statuses.ts";

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
		return statusOf(this.code);
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
