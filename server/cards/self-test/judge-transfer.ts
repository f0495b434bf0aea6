import type { OwnAnswer } from "#server/outbound/own-address.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { fail } from "./findings.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/**
 * What keeps a fetcher from reading an answer's body, whatever is in it; null where nothing does.
 * @param what that it asked for, such as 'the page'
 */
export function judgeTransfer({ name, headers }: TestFetcher, answer: OwnAnswer, what: string): Finding | null {
	const { header, bytes, broken } = answer;
	const packing = header("content-encoding").trim().toLowerCase();
	const isAsked = (headers?.["accept-encoding"] ?? "").includes(packing);
	if (packing !== "" && packing !== "identity" && !isAsked)
		return fail(`${name} is given ${what} packed as ${packing}, which it does not ask for`);
	if (broken === "packing") return fail(`${name} can't unpack ${what}: it is said to be ${packing}, and is not`);
	if (broken === "ended") return fail(`${name} loses the connection before ${what} has ended`);
	if (isGzip(bytes)) return fail(`${name} is given ${what} packed as gzip, without a Content-Encoding that says so`);
	return null;
}

function isGzip(bytes: Buffer): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
