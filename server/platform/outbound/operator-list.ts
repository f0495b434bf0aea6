import { request } from "undici";

const TIMEOUT_MS = 120_000;

/**
 * Reads a list from an address of the operator's configuration (`GUARD_LISTS`). It may be one of a private network, and is
 * sent nothing about any link.
 * @throws where the answer isn't a 200, or not there in two minutes
 */
export async function readOperatorList(url: string): Promise<AsyncIterable<Buffer>> {
	const headers = { "user-agent": "Visualink/1.0 (lists)" };
	const { statusCode, body } = await request(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
	if (statusCode !== 200) {
		await body.dump();
		throw new Error(`The list answered ${statusCode}`);
	}
	return body;
}
