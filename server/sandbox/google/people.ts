import { createHash } from "node:crypto";
import { z } from "zod";

/** The answer of Google's userinfo endpoint (v3). */
export type GooglePerson = {
	sub: string;
	name: string;
	given_name: string;
	family_name: string;
	picture: string;
	email: string;
	email_verified: boolean;
	locale: string;
};

const FAMOUS = new Map<string, [given: string, family: string]>([
	["ada", ["Ada", "Lovelace"]],
	["grace", ["Grace", "Hopper"]],
	["alan", ["Alan", "Turing"]],
	["hedy", ["Hedy", "Lamarr"]],
	["linus", ["Linus", "Pauling"]],
	["marie", ["Marie", "Curie"]],
	["katherine", ["Katherine", "Johnson"]],
]);
const FAMILIES = ["Almeida", "Berg", "Costa", "Dubois", "Eriksen", "Ferreira", "Gruber", "Hansen", "Ivanova", "Jansen"];

/** The made-up people the account chooser offers. */
export const SUGGESTED_EMAILS = ["ada@example.com", "grace@example.com", "alan@example.com"];

/** Longest address, and longest part before the @. Source: RFC 5321, 4.5.3.1 (a path has two brackets more). */
const LONGEST = { address: 254, localPart: 64 };

/** Whether Google has accounts with such an address: ASCII alone, without quotes and comments. */
export function isAccountAddress(email: string): boolean {
	if (email.length > LONGEST.address || email.indexOf("@") > LONGEST.localPart) return false;
	return z.email().safeParse(email).success;
}

/** A person made from an account's address: the same address is always the same `sub` and name. */
export function personOf(email: string, publicOrigin: string): GooglePerson {
	const address = email.trim().toLowerCase();
	const digest = createHash("sha256").update(`sandbox:${address}`).digest();
	const [given, family] = namesOf(address, digest.readUInt16BE(8));
	return {
		// Google's ids are decimal strings of 21 digits.
		sub: `1${digest.readBigUInt64BE(0).toString().padStart(20, "0")}`,
		name: `${given} ${family}`,
		given_name: given,
		family_name: family,
		picture: `${publicOrigin}/sandbox/google/pictures/${encodeURIComponent(initial(given) + initial(family))}.svg`,
		email: address,
		email_verified: true,
		locale: "en",
	};
}

function namesOf(address: string, seed: number): [given: string, family: string] {
	const words = (address.split("@")[0] ?? "")
		.split("+")[0]
		?.split(/[^\p{L}]+/u)
		.filter((word) => word !== "")
		.map((word) => initial(word).toUpperCase() + word.slice(initial(word).length));
	const [first = "Guest", ...rest] = words ?? [];
	const known = rest.length === 0 ? FAMOUS.get(first.toLowerCase()) : undefined;
	if (known) return known;
	return [first, rest.join(" ") || (FAMILIES[seed % FAMILIES.length] ?? "Almeida")];
}

/** The first character, which may be two code units. */
function initial(word: string): string {
	return String.fromCodePoint(word.codePointAt(0) ?? 0x20);
}
