/** Every kind of API error. Statuses: `error-statuses.ts`. */
export const ERROR_KINDS = [
	"invalid",
	"address_refused",
	"unauthenticated",
	"forbidden",
	"subscription_required",
	"plan_required",
	"quota_exceeded",
	"not_found",
	"method_not_allowed",
	"conflict",
	"changed",
	"idempotency_key_reused",
	"take_back_required",
	"payment_owed",
	"confirmation_required",
	"card_declined",
	"gone",
	"too_large",
	"unsupported_type",
	"unreachable",
	"too_many",
	"internal",
	"upstream",
	"unavailable",
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/**
 * Every error code with its kind (P287), which is the default code. A code never changes its meaning; docs/errors.md
 * lists them.
 */
export const ERROR_CODES = {
	invalid: "invalid",
	required: "invalid",
	wrong_type: "invalid",
	unknown_field: "invalid",
	invalid_format: "invalid",
	unknown_value: "invalid",
	too_short: "invalid",
	too_long: "invalid",
	too_many_items: "invalid",
	out_of_range: "invalid",

	invalid_url: "invalid",
	website_not_allowed: "invalid",
	impersonation: "invalid",
	unsafe_target: "invalid",
	end_before_start: "invalid",
	end_required: "invalid",
	tag_limit_reached: "invalid",
	too_many_aliases: "invalid",
	name_reserved: "invalid",
	invalid_domain: "invalid",
	domain_not_verified: "invalid",
	name_taken: "conflict",
	name_changes_used: "forbidden",
	nothing_customized: "invalid",

	image_unreadable: "invalid",
	image_too_small: "invalid",
	image_too_many_pixels: "invalid",
	image_too_many_scans: "invalid",
	image_too_many_parts: "invalid",
	image_too_heavy: "invalid",
	image_too_slow: "invalid",
	image_unknown: "invalid",
	image_not_generated: "invalid",
	invalid_crop: "invalid",
	crop_outside_image: "invalid",
	original_not_kept: "invalid",
	image_too_large: "too_large",
	image_wrong_type: "unsupported_type",
	original_evicted: "gone",
	original_not_found: "not_found",

	file_unreadable: "invalid",
	file_wrong_encoding: "invalid",
	file_empty: "invalid",
	file_without_target: "invalid",
	file_too_many_rows: "invalid",
	file_too_many_cells: "invalid",
	file_too_slow: "invalid",
	import_running: "conflict",
	import_not_found: "not_found",

	business_details_required: "invalid",
	country_required: "invalid",
	invalid_vat_number: "invalid",
	wrong_confirmation: "invalid",
	invalid_signature: "invalid",

	invalid_days: "invalid",
	future_days: "invalid",
	too_many_days: "invalid",

	slug_taken: "conflict",
	external_id_taken: "conflict",
	idempotency_key_in_use: "conflict",
	api_key_limit: "conflict",
	webhook_exists: "conflict",
	webhook_limit: "conflict",
	webhook_off: "conflict",
	link_not_flagged: "conflict",
	template_limit_reached: "conflict",
	domain_exists: "conflict",
	domain_limit_reached: "conflict",
	domain_disabled: "conflict",
	plan_unchanged: "conflict",
	reactivate_first: "conflict",
	plan_change_planned: "conflict",
	subscription_changed: "conflict",
	subscription_ended: "conflict",
	subscription_fixed: "conflict",
	details_in_use: "conflict",

	api_key_not_found: "not_found",
	webhook_not_found: "not_found",
	webhook_delivery_not_found: "not_found",
	link_not_found: "not_found",
	alias_not_found: "not_found",
	tag_not_found: "not_found",
	template_not_found: "not_found",
	domain_not_found: "not_found",
	card_not_found: "not_found",
	public_page_not_found: "not_found",
	subscription_not_found: "not_found",
	customer_deleted: "not_found",

	invalid_api_key: "unauthenticated",
	api_key_expired: "unauthenticated",
	scope_required: "forbidden",
	account_disabled: "forbidden",
	link_disabled: "forbidden",
	onboarding_required: "forbidden",
	cross_site_request: "forbidden",
	not_a_page_load: "forbidden",

	daily_link_limit: "too_many",
	new_account_limit: "too_many",
	daily_image_limit: "too_many",
	rate_limited: "too_many",
	server_busy: "too_many",

	address_refused: "address_refused",
	unauthenticated: "unauthenticated",
	forbidden: "forbidden",
	subscription_required: "subscription_required",
	plan_required: "plan_required",
	quota_exceeded: "quota_exceeded",
	not_found: "not_found",
	method_not_allowed: "method_not_allowed",
	conflict: "conflict",
	changed: "changed",
	idempotency_key_reused: "idempotency_key_reused",
	take_back_required: "take_back_required",
	payment_owed: "payment_owed",
	confirmation_required: "confirmation_required",
	card_declined: "card_declined",
	gone: "gone",
	too_large: "too_large",
	unsupported_type: "unsupported_type",
	unreachable: "unreachable",
	too_many: "too_many",
	internal: "internal",
	upstream: "upstream",
	unavailable: "unavailable",
	storage_unavailable: "unavailable",
} as const satisfies Record<string, ErrorKind> & { [Kind in ErrorKind]: Kind };

export type ErrorCode = keyof typeof ERROR_CODES;

export type FieldError = {
	/** As in the request; nested fields as "vatInfo.countryCode", list items as "ids.0". */
	field: string;
	code: ErrorCode;
	message: string;
	/** The number that the code is about: most characters, most items. */
	limit?: number | undefined;
};

/** Attaches a code to a schema rule's message; without it the code derives from zod's issue. */
export function coded(code: ErrorCode, message: string, limit?: number) {
	return { error: message, params: { code, ...(limit !== undefined && { limit }) } };
}
