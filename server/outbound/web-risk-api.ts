import { request } from "undici";
import { ACCEPTED_ENCODING, readBody } from "./read-body.ts";

const BYTES_MAX = 48 * 1024 * 1024;

export type WebRiskApi = {
	/**
	 * Calls a method by GET. The key is a header, as addresses are logged by proxies.
	 * @throws where the answer isn't a 200, not there in time, or too long
	 */
	get(method: string, parameters: [name: string, value: string][], options: { timeoutMs: number }): Promise<Buffer>;
};

/** Google Web Risk's API, version 1. It is sent nothing but `parameters`. */
export function createWebRiskApi({ origin, key }: { origin: string; key: string }): WebRiskApi {
	return {
		async get(method, parameters, { timeoutMs }) {
			const address = new URL(`/v1/${method}`, origin);
			address.search = new URLSearchParams(parameters).toString();
			const { statusCode, headers, body } = await request(address, {
				headers: {
					"x-goog-api-key": key,
					"user-agent": "Visualink/1.0 (lists)",
					"accept-encoding": ACCEPTED_ENCODING,
				},
				signal: AbortSignal.timeout(timeoutMs),
			});
			if (statusCode !== 200) {
				await body.dump();
				throw new Error(`Web Risk answered ${statusCode}`);
			}
			const encoding = String(headers["content-encoding"] ?? "");
			const { bytes, isCut } = await readBody(body, { encoding, maxBytes: BYTES_MAX });
			if (isCut) throw new Error(`Web Risk's answer is longer than ${BYTES_MAX} bytes`);
			return bytes;
		},
	};
}
