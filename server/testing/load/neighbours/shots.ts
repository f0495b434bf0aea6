import http from "node:http";

/** One request of an account. */
export type Shot = {
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	path: string;
	cookie?: string;
	type?: string;
	headers?: Record<string, string>;
	body?: Buffer | string;
};
export type Answer = { status: number; body: Buffer };

/** Sends requests over connections that are kept alive; `close` ends all that are under way. */
export function createShooter({ port }: { port: number }) {
	const agent = new http.Agent({ keepAlive: true });
	return {
		/** @throws Error where the connection ends before the answer */
		send({ method, path, cookie, type, headers = {}, body }: Shot, signal?: AbortSignal): Promise<Answer> {
			return new Promise((resolve, reject) => {
				const req = http.request(
					{
						...{ host: "127.0.0.1", port, method, path, agent, signal },
						headers: {
							"Accept-Language": "en",
							...(cookie && { cookie }),
							...(type && { "content-type": type }),
							...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
							...headers,
						},
					},
					(res) => {
						const chunks: Buffer[] = [];
						res.on("data", (chunk: Buffer) => chunks.push(chunk));
						res.on("end", () => resolve({ status: res.statusCode ?? 0, body: Buffer.concat(chunks) }));
						res.on("error", reject);
					},
				);
				req.on("error", reject);
				req.end(body);
			});
		},
		close: () => agent.destroy(),
	};
}

/** JSON as a browser sends it. */
export function json(body: object): Pick<Shot, "type" | "body"> {
	return { type: "application/json", body: JSON.stringify(body) };
}

/** A form as a browser sends it. */
export async function multipart(form: FormData): Promise<Pick<Shot, "type" | "body">> {
	const encoded = new Response(form);
	return { type: encoded.headers.get("content-type") ?? "", body: Buffer.from(await encoded.arrayBuffer()) };
}

/** A valid link form with these fields changed. */
export function filledForm(changes: Record<string, string | Blob> = {}): FormData {
	const fields = { title: "A title", description: "A description", targetUrl: "https://example.com/", ...changes };
	const made = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === "string") made.append(name, value);
		else made.append(name, value, "picture");
	}
	return made;
}
