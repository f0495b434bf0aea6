import type { ErrorKind } from "#shared/error-body.ts";

/** The one table from kind of error to HTTP status. */
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
	gone: 410,
	too_large: 413,
	unsupported_type: 415,
	unreachable: 422,
	too_many: 429,
	internal: 500,
	upstream: 502,
	unavailable: 503,
};

type Options = { cause?: unknown; retryAfterSeconds?: number };

/** An error whose message may be shown to whoever made the request. Services throw a kind; the edge picks the status. */
export class AppError extends Error {
	readonly kind: ErrorKind;
	/** Seconds after which the same request may work, sent as `Retry-After`. */
	readonly retryAfterSeconds: number | undefined;

	constructor(kind: ErrorKind, message: string, options: Options = {}) {
		super(message, { cause: options.cause });
		this.name = "AppError";
		this.kind = kind;
		this.retryAfterSeconds = options.retryAfterSeconds;
	}

	get status(): number {
		return STATUS[this.kind];
	}
}
