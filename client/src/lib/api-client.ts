import type { FileColumn } from "#shared/links/imports/file-columns.ts";
import type { ErrorBody } from "#shared/platform/error-body.ts";
import type { ErrorCode, ErrorKind, FieldError } from "#shared/platform/error-codes.ts";

/** A non-OK answer. Its message is "404: text": the status, then the body or else the status text. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly status: number;
	readonly kind: ErrorKind | null;
	/** The exact error, for programs (P287). */
	readonly code: ErrorCode | null;
	readonly fields: readonly FieldError[];
	readonly columns: FileColumn[];
	readonly serverMessage: string;
	/** The request's id in the log, for server failures. */
	readonly requestId: string | null;

	constructor(status: number, text: string) {
		super(`${status}: ${text}`);
		this.status = status;
		const body = parseErrorBody(text);
		this.kind = body?.kind ?? null;
		this.code = body?.code ?? body?.kind ?? null;
		this.fields = body?.fields ?? [];
		this.columns = body?.columns ?? [];
		this.serverMessage = body?.message ?? text;
		this.requestId = body?.requestId ?? null;
	}
}

/** The server's message for a refused call; null if it has none, or the server failed. */
export function saidBy(error: unknown): string | null {
	return error instanceof ApiError && error.status < 500 && error.kind !== null ? error.serverMessage : null;
}

/** Reads an API answer as JSON. @throws ApiError for a non-OK answer, TypeError if the network fails */
export async function apiGet<T>(path: string, options: Options = {}): Promise<T> {
	const response = await apiRequest("GET", path, undefined, options);
	return (await response.json()) as T;
}

/** Sends a changing call: FormData as it is, other bodies as JSON. @throws as `apiGet` */
export async function apiRequest(
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
	path: string,
	body?: unknown,
	{ signal, key }: Options = {},
): Promise<Response> {
	const { headers, ...sent } = encoded(body);
	const response = await fetch(path, {
		...{ method, credentials: "include", ...sent },
		headers: { ...headers, ...(key && { "Idempotency-Key": `"${key}"` }) },
		...(signal && { signal }),
	});
	if (!response.ok) {
		const text = await response.text();
		throw new ApiError(response.status, text || response.statusText);
	}
	return response;
}

type Options = {
	signal?: AbortSignal;
	/** The form's key: a repeated save with it counts as the same save. */
	key?: string | undefined;
};

function encoded(body: unknown): { body?: BodyInit; headers?: Record<string, string> } {
	if (body === undefined) return {};
	if (body instanceof FormData) return { body };
	return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}

function parseErrorBody(text: string): ErrorBody | null {
	if (!text.startsWith("{")) return null;
	try {
		return JSON.parse(text) as ErrorBody;
	} catch {
		return null;
	}
}
