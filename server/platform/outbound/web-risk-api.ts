import { request } from "undici";
import { z } from "zod";
import { readBody } from "./read-body.ts";

const BYTES_MAX = 64 * 1024;
const NAMES = { MALWARE: "malware", SOCIAL_ENGINEERING: "phishing", UNWANTED_SOFTWARE: "unwanted software" };
const THREATS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const answer = z.object({
	threat: z
		.object({
			// There may be more kinds in the future.
			threatTypes: z.array(z.string()),
			expireTime: z.iso
				.datetime({ offset: true })
				.transform((text) => Date.parse(text))
				.optional(),
		})
		.optional(),
});

export type WebRiskApi = ReturnType<typeof createWebRiskApi>;

/**
 * Google's Lookup API. The key is a header, since proxies log addresses. @see
 * https://cloud.google.com/web-risk/docs/lookup-api
 */
export function createWebRiskApi({ origin, key }: { origin: string; key: string }) {
	return {
		/**
		 * @param address sent without its fragment
		 * @returns the threats, and the cache's expiry in Unix milliseconds; null if Google finds the address invalid
		 * @throws unless the answer is a readable 200 in time
		 */
		async search(address: string, { timeoutMs }: { timeoutMs: number }) {
			const uri = new URL(address);
			uri.hash = "";
			const url = new URL("/v1/uris:search", origin);
			for (const threat of THREATS) url.searchParams.append("threatTypes", threat);
			url.searchParams.append("uri", uri.href);
			const headers = { "x-goog-api-key": key, "user-agent": "Visualink/1.0 (links)" };
			const { statusCode, body } = await request(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
			const { bytes, isCut } = await readBody(body, { encoding: "", maxBytes: BYTES_MAX });
			// A wrong key is also a 400.
			if (statusCode === 400 && !/API.?key/i.test(bytes.toString())) return null;
			if (statusCode !== 200) throw new Error(`Web Risk answered ${statusCode}`);
			if (isCut) throw new Error(`Web Risk's answer is longer than ${BYTES_MAX} bytes`);
			const { threat } = answer.parse(JSON.parse(bytes.toString()));
			const threats = THREATS.filter((name) => threat?.threatTypes.includes(name)).map((name) => NAMES[name]);
			return { threats, expireTime: threat?.expireTime };
		},
	};
}
