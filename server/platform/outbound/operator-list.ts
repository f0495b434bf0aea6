import { request } from "undici";

const TIMEOUT_MS = 120_000;

/**
 * Reads a list of `GUARD_LISTS`. May be private; is sent no link's data. @throws unless it is a 200 within two minutes
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
