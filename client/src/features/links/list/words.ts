/** The toast of a change that found nothing to change: another tab was first. */
export const NOTHING_CHANGED = {
	title: "Nothing to change",
	description: "These links changed in another tab. The list has been refreshed.",
};

/** The toast of a change that only some links got. */
export function partly(done: string) {
	return {
		title: "Error",
		description: `${done}. Please try again for the rest.`,
		variant: "destructive",
	} as const;
}
