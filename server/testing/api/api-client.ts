import type { Browser } from "#server/testing/app/browser.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import { API_SCOPES, type ApiScope, newApiKey } from "#shared/api/keys/api-key.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import { API } from "#shared/platform/api-paths.ts";

type Options = { scopes?: readonly ApiScope[]; name?: string };

export type ApiClient = Awaited<ReturnType<typeof apiClient>>;

/** A program with a key of its own, by default with every scope; paths are below `/api/v1`. */
export async function apiClient(
	app: TestApp,
	owner: Pick<Browser, "post">,
	{ scopes = API_SCOPES, name = "Test" }: Options = {},
) {
	const made = await owner.post(API.keys.all, { name, scopes: [...scopes], expiresInDays: null });
	const { key, id } = newApiKey.parse(await made.json());
	return { key, id, ...requestsWith(app, key) };
}

/** Requests with any text as their key. */
export function requestsWith(app: Pick<TestApp, "origin">, key: string) {
	async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
		const isForm = body instanceof FormData;
		return fetch(`${app.origin}${API_V1}${path}`, {
			method,
			headers: {
				Authorization: `Bearer ${key}`,
				...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
				...headers,
			},
			...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
		});
	}
	return {
		send,
		get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
		post: (path: string, body?: unknown, headers?: Record<string, string>) => send("POST", path, body, headers),
		put: (path: string, body?: unknown, headers?: Record<string, string>) => send("PUT", path, body, headers),
		patch: (path: string, body?: unknown, headers?: Record<string, string>) => send("PATCH", path, body, headers),
		delete: (path: string, headers?: Record<string, string>) => send("DELETE", path, undefined, headers),
	};
}

/** A refused call: its status, its code and the names of wrong fields. */
export async function refusalOf(answer: Response): Promise<(number | string)[]> {
	const { error } = apiError.parse(await answer.json());
	return [answer.status, error.code, ...error.fields.map(({ field }) => field)];
}
