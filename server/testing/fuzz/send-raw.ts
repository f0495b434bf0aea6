import { Agent, request } from "node:http";

export type RawRequest = {
	method: string;
	/** Sent as it is, without normalising. */
	path: string;
	headers?: Record<string, string>;
	body?: Buffer | string | undefined;
};
export type RawAnswer = { status: number; headers: Record<string, unknown>; body: string; milliseconds: number };

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** One request that no client tidies up on its way. */
export function sendRaw(origin: string, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
	const { hostname, port } = new URL(origin);
	const startedAt = performance.now();
	return new Promise((resolve, reject) => {
		const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.on("error", reject);
			response.on("end", () =>
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(chunks).toString(),
					milliseconds: performance.now() - startedAt,
				}),
			);
		});
		sent.on("error", reject);
		sent.end(body);
	});
}
