import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";

export const RECORD_TYPES = ["TXT", "CNAME", "ALIAS", "A", "AAAA"] as const;

export type DnsRecord = { type: (typeof RECORD_TYPES)[number]; name: string; value: string };

/** What a provider would say of a record that it doesn't take. */
export class RecordProblem extends Error {}

const NAME_MAX = 253;
const VALUE_MAX = 1_000;
const LABEL = /^(?:\*|[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)$/;

/** A record as it was typed or pasted: its names in lower case, in ASCII, without the dot at their ends. @throws RecordProblem */
export function readRecord(given: { type: string; name: string; value: string }): DnsRecord {
	const type = RECORD_TYPES.find((each) => each === given.type);
	if (type === undefined) throw new RecordProblem(`Choose a type: ${RECORD_TYPES.join(", ")}.`);
	const name = readName(given.name);
	if (name === null) throw new RecordProblem("Enter a whole name, such as go.brand.localhost.");
	return { type, name, value: readValue(type, name, given.value.trim()) };
}

function readValue(type: DnsRecord["type"], name: string, text: string): string {
	if (text === "") throw new RecordProblem("Enter a value.");
	if (text.length > VALUE_MAX) throw new RecordProblem(`A value has at most ${VALUE_MAX} characters.`);
	switch (type) {
		case "TXT":
			return text;
		case "A":
			if (!isIPv4(text)) throw new RecordProblem("An A record leads to an IPv4 address, such as 127.0.0.1.");
			return text;
		case "AAAA":
			if (!isIPv6(text)) throw new RecordProblem("An AAAA record leads to an IPv6 address, such as ::1.");
			return text;
		case "CNAME":
		case "ALIAS": {
			const target = readName(text);
			if (target === null || target.startsWith("*")) throw new RecordProblem(`The value of ${type} must be a name.`);
			if (target === name) throw new RecordProblem("A name can't lead to itself.");
			return target;
		}
	}
}

function readName(text: string): string | null {
	const name = domainToASCII(text.trim().replace(/\.$/, "")).toLowerCase();
	const isName = name.length <= NAME_MAX && name.split(".").every((label) => LABEL.test(label));
	return isName ? name : null;
}
