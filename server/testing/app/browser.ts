type Body = Record<string, unknown> | FormData | URLSearchParams | undefined;
type Options = { headers?: Record<string, string> };

export type Browser = ReturnType<typeof createBrowser>;

/**
 * A client that keeps cookies as a browser does and never follows a redirect by itself.
 * @param always headers of every request
 */
export function createBrowser(origin: string, always: Record<string, string> = {}) {
	const cookies = new Map<string, string>();

	async function send(method: string, path: string, body?: Body, { headers = {} }: Options = {}): Promise<Response> {
		const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof URLSearchParams);
		const response = await fetch(new URL(path, origin), {
			method,
			redirect: "manual",
			headers: {
				...(cookies.size > 0 && { cookie: cookieOf({ cookies }) }),
				...(isJson && { "content-type": "application/json" }),
				...always,
				...headers,
			},
			...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData | URLSearchParams) }),
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
		get: (path: string, options?: Options) => send("GET", path, undefined, options),
		post: (path: string, body?: Body, options?: Options) => send("POST", path, body, options),
		put: (path: string, body?: Body, options?: Options) => send("PUT", path, body, options),
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

/** The `Cookie` header of a browser, for requests that are sent by other means. */
export function cookieOf({ cookies }: Pick<Browser, "cookies">): string {
	return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
