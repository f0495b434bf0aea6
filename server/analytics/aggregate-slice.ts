import { setImmediate as letOthers } from "node:timers/promises";
import type pg from "pg";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";
import type { Agent } from "./agents.ts";
import { storeDays } from "./aggregate-days.ts";
import { type AggregateOfDay, SUBJECTS, type Subject } from "./aggregate-subjects.ts";
import { addView, newDayAggregate } from "./day-aggregate.ts";
import { addSources } from "./link-sources.ts";
import { storeMilestones } from "./milestones.ts";
import type { ScannerBursts } from "./scanner-bursts.ts";
import { type AggregatedRow, factsOf } from "./view-facts.ts";

export type Readers = {
	agentOf: (userAgent: string | null) => Agent;
	countryOf: (address: string) => string | null;
	bursts: Pick<ScannerBursts, "judge">;
};

/** How long a day's visitors are known; later views count, their visitors don't. */
const VISITORS_KNOWN_MS = 2 * DAY_MS;
/** Yields after this many milliseconds: parsing a new user agent is slow. */
const AT_ONCE_MS = 5;

/**
 * Adds rows of `views` to their days in the caller's transaction, which moves the mark: each row counts once. Locks
 * owners; skips erased ones.
 */
export async function aggregateRows(
	client: pg.ClientBase,
	rows: AggregatedRow[],
	readers: Readers,
	now: Date,
): Promise<void> {
	const living = await livingOf(client, rows);
	const days: Record<Subject, Map<string, AggregateOfDay>> = { link: new Map(), user: new Map() };
	const knownSince = utcDay(now.getTime() - VISITORS_KNOWN_MS);
	const scanners = readers.bursts.judge(rows);
	let since = performance.now();
	for (const row of rows) {
		if (performance.now() - since > AT_ONCE_MS) {
			await letOthers();
			since = performance.now();
		}
		if (!living.has(row.linkId)) continue;
		const day = utcDay(row.at);
		const facts = { ...factsOf(row, readers), scanners: scanners.get(row.id) ?? 0 };
		const isOpen = day > knownSince;
		const visitor = isOpen ? row.visitor : null;
		add(days.link, { key: String(row.linkId), day, isOpen }, facts, visitor);
		if (!row.isBot) facts.values = { ...facts.values, link: String(row.linkId) };
		add(days.user, { key: row.userId, day, isOpen }, facts, visitor);
	}
	for (const subject of SUBJECTS) await storeDays(client, subject, sorted(days[subject]));
	await addSources(
		client,
		[...days.link.values()].map(({ key, aggregate }) => ({ linkId: Number(key), aggregate })),
	);
	const seenByPeople = [...days.link.values()].filter(({ aggregate }) => aggregate.human > 0);
	await storeMilestones(client, [...new Set(seenByPeople.map(({ key }) => Number(key)))]);
}

async function livingOf(client: pg.ClientBase, rows: AggregatedRow[]): Promise<Set<number>> {
	const userIds = [...new Set(rows.map(({ userId }) => userId))].sort();
	await client.query("SELECT 1 FROM users WHERE id = ANY($1) ORDER BY id FOR KEY SHARE", [userIds]);
	const linkIds = [...new Set(rows.map(({ linkId }) => linkId))];
	const { rows: links } = await client.query<{ id: number }>("SELECT id FROM links WHERE id = ANY($1::int[])", [
		linkIds,
	]);
	return new Set(links.map(({ id }) => id));
}

function add(
	days: Map<string, AggregateOfDay>,
	{ key, day, isOpen }: Pick<AggregateOfDay, "key" | "day" | "isOpen">,
	facts: Parameters<typeof addView>[1],
	visitor: string | null,
): void {
	const name = `${day} ${key}`;
	const found = days.get(name) ?? { name, key, day, isOpen, aggregate: newDayAggregate(), visitors: new Set() };
	days.set(name, found);
	addView(found.aggregate, facts);
	if (visitor !== null) found.visitors.add(visitor);
}

function sorted(days: Map<string, AggregateOfDay>): AggregateOfDay[] {
	return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, aggregate]) => aggregate);
}
