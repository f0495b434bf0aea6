/** The toast for a change that another tab made first. */
export const NOTHING_CHANGED = {
	title: "Nothing to change",
	description: "These links changed in another tab. The list has been refreshed.",
};

export function partly(done: string) {
	return {
		title: "Error",
		description: `${done}. Please try again for the rest.`,
		variant: "destructive",
	} as const;
}
