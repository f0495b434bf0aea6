import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import type { Finding } from "#shared/links/cards/self-test.ts";
import { fail } from "./findings.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/**
 * What keeps a fetcher from reading an answer's body, regardless of its content, or null.
 * @param what it requested, such as 'the page'
 */
export function judgeTransfer({ name, headers }: TestFetcher, answer: OwnAnswer, what: string): Finding | null {
	const { header, bytes, broken } = answer;
	const encoding = header("content-encoding").trim().toLowerCase();
	const isAsked = (headers?.["accept-encoding"] ?? "").includes(encoding);
	if (encoding !== "" && encoding !== "identity" && !isAsked)
		return fail(`${name} got ${what} compressed as ${encoding}, which it didn't ask for`);
	if (broken === "encoding")
		return fail(`${name} can't decompress ${what}: its Content-Encoding is ${encoding}, but its bytes are not`);
	if (broken === "ended") return fail(`${name} lost the connection before ${what} ended`);
	if (isGzip(bytes)) return fail(`${name} got ${what} compressed as gzip, without a Content-Encoding`);
	return null;
}

function isGzip(bytes: Buffer): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
