import type { FileColumn } from "#shared/links/imports/file-columns.ts";
import type { ErrorBody } from "#shared/platform/error-body.ts";
import type { ErrorCode, ErrorKind, FieldError } from "#shared/platform/error-codes.ts";

/** A non-OK answer. Its message is "404: text": the status, a colon, a space, then the body or else the status text. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly status: number;
	/** What the server says went wrong, where it says so in our own shape. */
	readonly kind: ErrorKind | null;
	/** What exactly, for programs (P287). */
	readonly code: ErrorCode | null;
	/** What is wrong with each field of the request; empty where it is about none. */
	readonly fields: readonly FieldError[];
	/** Of a file without a column for the target: its columns. */
	readonly columns: FileColumn[];
	/** The server's sentence for people, or else the text it sent. */
	readonly serverMessage: string;
	/** What the server's log calls the request, where the failure is the server's. */
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

/** The server's own words about a call that it refused; null where it has none, or where the fault is not the caller's. */
export function saidBy(error: unknown): string | null {
	return error instanceof ApiError && error.status < 500 && error.kind !== null ? error.serverMessage : null;
}

/**
 * Reads an API answer as JSON. Cookies are sent along.
 * @throws ApiError for a non-OK answer, TypeError when the network fails.
 */
export async function apiGet<T>(path: string, options: Options = {}): Promise<T> {
	const response = await apiRequest("GET", path, undefined, options);
	return (await response.json()) as T;
}

/**
 * Sends a call that changes something: FormData as it is, any other body as JSON. Cookies are sent along.
 * @throws ApiError for a non-OK answer, TypeError when the network fails.
 */
export async function apiRequest(
	method: "GET" | "POST" | "PUT" | "DELETE",
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
	/** Of the form that asks: what it has saved without learning of it counts as its own. */
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
