import type { DayAggregate } from "./day-aggregate.ts";

export const SUBJECTS = ["link", "user"] as const;
export type Subject = (typeof SUBJECTS)[number];
/** One day's views on their way into a row. `name`: day and key; `isOpen`: visitors and candidates still exist. */
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

/** As arrays, the statements' first parameters. */
export function keysOf(aggregates: Pick<AggregateOfDay, "key" | "day">[]): string[][] {
	return [aggregates.map(({ key }) => key), aggregates.map(({ day }) => day)];
}

/** A statement for links' days, and one for accounts' days. */
export function statements(verb: string, text: (key: Key, subject: Subject) => string) {
	const of = (subject: Subject) => ({ name: `fold-${verb}-${subject}`, text: text(KEYS[subject], subject) });
	return { link: of("link"), user: of("user") };
}
