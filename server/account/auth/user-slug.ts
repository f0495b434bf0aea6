import anyAscii from "any-ascii";
import { randomWord } from "#server/platform/work/random-word.ts";
import { isReservedName, USER_NAME_MAX } from "#shared/account/auth/user-name.ts";

/** A userSlug in any script; null without letters (P31). Never from an e-mail address, which links would publish. */
export function userSlugOf({ firstName }: { firstName: string | null }): string | null {
	const slug = slugify(firstName ?? "");
	if (!/[a-z]/.test(slug)) return null;
	return isReservedName(slug) ? withNumber(slug, 1) : slug;
}

/** A name unrelated to the person. */
export function neutralUserSlug(): string {
	return `user-${randomWord(5)}`;
}

/** The n-th try (from 1): the slug itself, then with a number, within 20 characters. */
export function numberedUserSlug(wanted: string, attempt: number): string {
	return attempt === 1 ? wanted : withNumber(wanted, attempt);
}

function withNumber(slug: string, number: number): string {
	const suffix = `-${number}`;
	return `${slug.slice(0, USER_NAME_MAX - suffix.length).replace(/-$/, "")}${suffix}`;
}

function slugify(text: string): string {
	return text
		.normalize("NFC")
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(inLatin)
		.filter((word) => word !== "")
		.join("-")
		.slice(0, USER_NAME_MAX)
		.replace(/-$/, "");
}

/** Letter by letter. Signs for letters, such as a soft sign's apostrophe, are dropped. */
function inLatin(word: string): string {
	return anyAscii(word)
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "");
}
