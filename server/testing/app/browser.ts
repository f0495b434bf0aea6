type Body = Record<string, unknown> | FormData | URLSearchParams | Uint8Array<ArrayBuffer> | undefined;
type Options = { headers?: Record<string, string> };

export type Browser = ReturnType<typeof createBrowser>;

/**
 * A client that keeps cookies as a browser does and never follows a redirect by itself.
 * @param always headers of every request
 * @param fetchBy another `fetch` than Node's, where a DOM has replaced that
 */
export function createBrowser(origin: string, always: Record<string, string> = {}, fetchBy: typeof fetch = fetch) {
	const cookies = new Map<string, string>();

	async function send(method: string, path: string, body?: Body, { headers = {} }: Options = {}): Promise<Response> {
		const { type, content } = encoded(body);
		const response = await fetchBy(new URL(path, origin).href, {
			method,
			redirect: "manual",
			headers: {
				...(cookies.size > 0 && { cookie: cookieOf({ cookies }) }),
				...(type && { "content-type": type }),
				...always,
				...headers,
			},
			...(content !== undefined && { body: content }),
		});
		for (const line of response.headers.getSetCookie()) {
			const [pair = "", ...attributes] = line.split(";");
			const [name = "", ...value] = pair.split("=");
			const isOver = attributes.some((text) => /expires=thu, 01 jan 1970/i.test(text));
			if (isOver) cookies.delete(name);
			else cookies.set(name, value.join("="));
		}
		return response;
	}

	return {
		cookies,
		send,
		get: (path: string, options?: Options) => send("GET", path, undefined, options),
		post: (path: string, body?: Body, options?: Options) => send("POST", path, body, options),
		put: (path: string, body?: Body, options?: Options) => send("PUT", path, body, options),
		patch: (path: string, body?: Body, options?: Options) => send("PATCH", path, body, options),
		delete: (path: string, body?: Body, options?: Options) => send("DELETE", path, body, options),
		/** Follows redirects from a response until one is none. */
		async follow(response: Response): Promise<Response> {
			let current = response;
			for (let hops = 0; hops < 10; hops++) {
				const location = current.headers.get("location");
				if (current.status < 300 || current.status > 399 || !location) return current;
				await current.arrayBuffer();
				current = await send("GET", new URL(location, current.url).href);
			}
			throw new Error("Too many redirects");
		},
	};
}

/** A form with files is sent as it is; its type needs the boundary that `fetch` chooses. The type of bytes is a header. */
function encoded(body: Body): { type?: string; content?: string | FormData | Uint8Array<ArrayBuffer> } {
	if (body === undefined) return {};
	if (body instanceof URLSearchParams) return { type: "application/x-www-form-urlencoded", content: String(body) };
	const isPlain = Object.getPrototypeOf(body) === Object.prototype;
	if (!isPlain) return { content: body as FormData | Uint8Array<ArrayBuffer> };
	return { type: "application/json", content: JSON.stringify(body) };
}

/** The `Cookie` header of a browser, for requests that are sent by other means. */
export function cookieOf({ cookies }: Pick<Browser, "cookies">): string {
	return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
