import type { DayFold } from "./day-fold.ts";

/** Days of links or of accounts. */
export const SUBJECTS = ["link", "user"] as const;
export type Subject = (typeof SUBJECTS)[number];
/**
 * Views of one day on their way into the row with this key; `name` is that of the day and the key together, `isOpen`
 * whether the day still has its visitors and candidates.
 */
export type FoldOfDay = {
	name: string;
	key: string;
	day: string;
	isOpen: boolean;
	fold: DayFold;
	visitors: Set<string>;
};

const KEYS = { link: { id: "link_id", type: "int" }, user: { id: "user_id", type: "text" } } as const;
type Key = (typeof KEYS)[Subject];

/** As the arrays that statements take first. */
export function keysOf(folds: Pick<FoldOfDay, "key" | "day">[]): string[][] {
	return [folds.map(({ key }) => key), folds.map(({ day }) => day)];
}

/** A statement for days of links, and the same for days of accounts. */
export function statements(verb: string, text: (key: Key, subject: Subject) => string) {
	const of = (subject: Subject) => ({ name: `fold-${verb}-${subject}`, text: text(KEYS[subject], subject) });
	return { link: of("link"), user: of("user") };
}
