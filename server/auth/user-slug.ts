import { randomInt } from "node:crypto";
import { isReservedName, USER_NAME_MAX } from "#shared/auth/user-name.ts";

/**
 * The userSlug someone would like: from the given name, else the e-mail's local part; lower case `[a-z0-9-]`,
 * at most 20 characters. Accents are dropped; a name without any latin letter or digit gives "user" (P31).
 */
export function wantedUserSlug({ firstName, email }: { firstName: string | null; email: string }): string {
	const slug = slugify(firstName ?? "") || slugify(email.split("@")[0] ?? "") || "user";
	return isReservedName(slug) ? `${slug}-1` : slug;
}

/** No 0, 1, i, l and o: a name may be read aloud. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** A name that says nothing of the person. */
export function neutralUserSlug(): string {
	return `user-${Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
}

/** The n-th try (from 1): the wanted slug itself, then with a number appended, still within 20 characters. */
export function numberedUserSlug(wanted: string, attempt: number): string {
	if (attempt === 1) return wanted;
	const suffix = `-${attempt}`;
	return `${wanted.slice(0, USER_NAME_MAX - suffix.length).replace(/-$/, "")}${suffix}`;
}

function slugify(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.slice(0, USER_NAME_MAX)
		.replace(/^-|-$/g, "");
}
