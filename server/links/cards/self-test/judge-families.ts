import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import type { Finding } from "#shared/links/cards/self-test.ts";
import { fail } from "./findings.ts";

export type IpFamily = 4 | 6;
type Address = { address: string; family: IpFamily };

/** Error codes of a machine without a route for that IP version; they say nothing about other machines. */
const NO_ROUTE = new Set(["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"]);
const LOOPBACK = /^(?:127\.|::1$)/;
const MEND = "Check the host's DNS records (A and AAAA), and what answers at each address.";

/** One address of each IP version if the host has both; otherwise none, because there is nothing to compare. */
export async function bothFamilies(host: string): Promise<Address[]> {
	if (isIP(host.replace(/[[\]]/g, ""))) return [];
	const all = await lookup(host, { all: true }).catch(() => []);
	const first = ([4, 6] as const).map((family) => all.find((each) => each.family === family));
	return first.every((each) => each !== undefined) ? (first as Address[]) : [];
}

export type FamilyAnswer = Address & { answer: OwnAnswer | Error };

/**
 * Findings for each of two addresses, since a fetcher may use either.
 * @param isCard whether an answer is the link's card
 */
export function judgeFamilies(
	name: string,
	answers: FamilyAnswer[],
	isCard: (answer: OwnAnswer) => boolean,
): Finding[] {
	return answers.flatMap(({ address, family, answer }) => {
		const at = `IPv${family} (${address})`;
		if (answer instanceof Error) {
			const code = codeOf(answer) ?? "";
			// In development the service may listen on only one of them, and other machines can't reach either.
			if (NO_ROUTE.has(code) || (LOOPBACK.test(address) && code === "ECONNREFUSED")) return [];
			return [fail(`${name} got no answer over ${at}`, MEND)];
		}
		if (answer.status !== 200) return [fail(`${name} got ${answer.status} over ${at}`, MEND)];
		return isCard(answer) ? [] : [fail(`${name} got a different page over ${at}`, MEND)];
	});
}
