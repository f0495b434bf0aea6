export const OLD_KEEPS_WORKING = "The old address keeps working.";

/**
 * What is said below the slug field before a save, about the address that the link has now; null where that stays.
 * @param aliases slugs that the link had before
 */
export function formerSlugNote(
	typed: string,
	{ current, aliases }: { current: string | undefined; aliases: readonly string[] },
): string | null {
	if (current === undefined || typed === "" || isSame(typed, current)) return null;
	if (!aliases.some((alias) => isSame(alias, typed))) return OLD_KEEPS_WORKING;
	return `This is a former address of this link. ${OLD_KEEPS_WORKING}`;
}

/** Slugs are the same without regard to case. */
export function isSame(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
