type Details = { code?: string; param?: string; decline_code?: string; status?: number; type?: string };

/** A refusal in Stripe's own words and shape; `status` is the HTTP status it travels with. */
export class StripeError extends Error {
	readonly status: number;
	readonly body: Record<string, unknown>;

	constructor(message: string, { status = 400, type = "invalid_request_error", ...details }: Details = {}) {
		super(message);
		this.status = status;
		const docs = details.code && {
			doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll("_", "-")}`,
		};
		this.body = { ...details, ...docs, message, type };
	}
}

export function noSuch(kind: string, id: string, param = "id", status = 404): StripeError {
	return new StripeError(`No such ${kind}: '${id}'`, { code: "resource_missing", param, status });
}
