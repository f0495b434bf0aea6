export const OLD_KEEPS_WORKING = "The old address keeps working.";

/**
 * The note below the slug field on what saving does to the current URL; null if it stays.
 * @param aliases the link's former slugs
 */
export function formerSlugNote(
	typed: string,
	{ current, aliases }: { current: string | undefined; aliases: readonly string[] },
): string | null {
	if (current === undefined || typed === "" || isSame(typed, current)) return null;
	if (!aliases.some((alias) => isSame(alias, typed))) return OLD_KEEPS_WORKING;
	return `This is a former address of this link. ${OLD_KEEPS_WORKING}`;
}

/** Slugs are case-insensitive. */
export function isSame(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
