import type { DayAggregate } from "./day-aggregate.ts";

/** Days of links or of accounts. */
export const SUBJECTS = ["link", "user"] as const;
export type Subject = (typeof SUBJECTS)[number];
/**
 * Views of one day on their way into the row with this key; `name` is that of the day and the key together, `isOpen`
 * whether the day still has its visitors and candidates.
 */
export type AggregateOfDay = {
	name: string;
	key: string;
	day: string;
	isOpen: boolean;
	aggregate: DayAggregate;
	visitors: Set<string>;
};

const KEYS = { link: { id: "link_id", type: "int" }, user: { id: "user_id", type: "text" } } as const;
type Key = (typeof KEYS)[Subject];

/** As the arrays that statements take first. */
export function keysOf(aggregates: Pick<AggregateOfDay, "key" | "day">[]): string[][] {
	return [aggregates.map(({ key }) => key), aggregates.map(({ day }) => day)];
}

/** A statement for days of links, and the same for days of accounts. */
export function statements(verb: string, text: (key: Key, subject: Subject) => string) {
	const of = (subject: Subject) => ({ name: `fold-${verb}-${subject}`, text: text(KEYS[subject], subject) });
	return { link: of("link"), user: of("user") };
}
