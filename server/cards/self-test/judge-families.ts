import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { OwnAnswer } from "#server/outbound/own-address.ts";
import { codeOf } from "#server/work/error-code.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { fail } from "./findings.ts";

export type IpFamily = 4 | 6;
type Address = { address: string; family: IpFamily };

/** Codes of a machine of ours that has no way to that version of IP: nothing is known of others' ways. */
const NO_WAY = new Set(["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"]);
const LOOPBACK = /^(?:127\.|::1$)/;
const MEND = "Look at the host's DNS records (A and AAAA), and at what answers at each of them.";

/** The first address of each version of IP, where the host has both; else none, as there is nothing to compare. */
export async function bothFamilies(host: string): Promise<Address[]> {
	if (isIP(host.replace(/[[\]]/g, ""))) return [];
	const all = await lookup(host, { all: true }).catch(() => []);
	const first = ([4, 6] as const).map((family) => all.find((each) => each.family === family));
	return first.every((each) => each !== undefined) ? (first as Address[]) : [];
}

/** What one of a host's addresses answered, or the error in place of an answer. */
export type FamilyAnswer = Address & { answer: OwnAnswer | Error };

/**
 * What is wrong at one of two addresses, for a fetcher, which may ask either.
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
			// In development nothing need listen on both, and nobody outside can ask either.
			if (NO_WAY.has(code) || (LOOPBACK.test(address) && code === "ECONNREFUSED")) return [];
			return [fail(`${name} gets no answer over ${at}`, MEND)];
		}
		if (answer.status !== 200) return [fail(`${name} is answered ${answer.status} over ${at}`, MEND)];
		return isCard(answer) ? [] : [fail(`${name} is given another page over ${at}`, MEND)];
	});
}
