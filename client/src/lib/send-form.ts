import { ApiError } from "#client/lib/api-client.ts";

type Form = {
	method: "POST" | "PUT";
	path: string;
	body: FormData;
	/** The form's key: a repeated request with it makes one link. */
	key?: string | undefined;
	/** Called with the share of the body sent, 0 to 1. */
	onProgress?: (share: number) => void;
	signal?: AbortSignal;
};

/** Sends a multipart form. @throws ApiError for a non-OK answer, TypeError without an answer */
export async function sendForm<T>(form: Form): Promise<T> {
	const { status, statusText, responseText } = await answered(form);
	if (status < 200 || status > 299) throw new ApiError(status, responseText || statusText);
	return JSON.parse(responseText) as T;
}

/** XMLHttpRequest, because `fetch` can't report upload progress. */
function answered({ method, path, body, key, onProgress, signal }: Form): Promise<XMLHttpRequest> {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open(method, path);
		if (key) request.setRequestHeader("Idempotency-Key", `"${key}"`);
		request.upload.addEventListener("progress", (event) => {
			if (event.lengthComputable) onProgress?.(event.loaded / event.total);
		});
		request.addEventListener("load", () => resolve(request));
		request.addEventListener("error", () => reject(new TypeError("No answer came")));
		request.addEventListener("abort", () => reject(new TypeError("The request was aborted")));
		signal?.addEventListener("abort", () => request.abort());
		request.send(body);
	});
}
