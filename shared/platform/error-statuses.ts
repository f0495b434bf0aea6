import { ERROR_CODES, type ErrorCode, type ErrorKind } from "./error-codes.ts";

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

/** The HTTP status of an error. */
export function statusOf(code: ErrorCode): number {
	return STATUS[ERROR_CODES[code]];
}
