import type { ApiRoute } from "./api-route.ts";
import type { OpenApi, Parameter } from "./openapi.ts";

/** Headers of answers, each described once. */
export const HEADERS: OpenApi["components"]["headers"] = {
	"X-Request-Id": {
		description: "The request's id in our log; name it when you contact us.",
		schema: { type: "string" },
	},
	RateLimit: {
		description:
			'What remains (`r`) and in how many seconds it is renewed (`t`): `"key"; r=59; t=60, "account"; r=119; t=60`.',
		schema: { type: "string" },
	},
	"RateLimit-Policy": {
		description: 'The limits: `q` requests in `w` seconds, of this key and of the account: `"key"; q=60; w=60`.',
		schema: { type: "string" },
	},
	"Retry-After": { description: "Seconds to wait before the next request.", schema: { type: "integer", minimum: 0 } },
	"WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } },
	ETag: { description: "The link's `revision`, for `If-Match`.", schema: { type: "string" } },
	"Idempotent-Replayed": {
		description: "`true` if an earlier request with this `Idempotency-Key` got this answer.",
		schema: { type: "string", enum: ["true"] },
	},
};

export const IDEMPOTENCY_KEY: Parameter = {
	name: "Idempotency-Key",
	in: "header",
	required: false,
	description:
		"1 to 255 visible ASCII characters, quoted or bare. A repeated request gets the first one's answer for 24 hours.",
	schema: { type: "string", maxLength: 257 },
};
export const IF_MATCH: Parameter = {
	name: "If-Match",
	in: "header",
	required: false,
	description:
		"The `ETag` of the link that the change is based on. Without it, a conflict goes unnoticed. It guards any change, also of tags, against changes of what `revision` covers.",
	schema: { type: "string", maxLength: 100 },
};

const EVERYWHERE = ["X-Request-Id", "RateLimit", "RateLimit-Policy"];

/** The headers of a successful answer. */
export function answerHeaders({ isRevised, isIdempotent }: ApiRoute) {
	return references([...EVERYWHERE, ...(isRevised ? ["ETag"] : []), ...(isIdempotent ? ["Idempotent-Replayed"] : [])]);
}

/** The headers of an error. */
export function errorHeaders(status: number) {
	if (status === 401) return references(["X-Request-Id", "WWW-Authenticate"]);
	return references([...EVERYWHERE, ...(status === 429 || status === 503 ? ["Retry-After"] : [])]);
}

function references(names: string[]) {
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
