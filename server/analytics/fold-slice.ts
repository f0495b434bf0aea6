import type pg from "pg";
import { DAY_MS, utcDay } from "#shared/days.ts";
import type { Agent } from "./agents.ts";
import { addView, type DayCounts, type DayFold, mergedDay, newDayFold } from "./day-fold.ts";
import { addSources } from "./link-sources.ts";
import { type FoldedRow, factsOf } from "./view-facts.ts";

export type Readers = { agentOf: (userAgent: string | null) => Agent; countryOf: (address: string) => string | null };

/** Days of links or of people, by the key of their row. */
type Subject = "link" | "user";
type Fold = { key: string; day: string; fold: DayFold; visitors: Set<string> };

/** Who was seen on a day is known for so long; views that come later count, their visitors don't. */
const VISITORS_KNOWN_MS = 2 * DAY_MS;

/**
 * Adds rows of `views` to the days of their links and owners, within the caller's transaction, which also moves the mark
 * on: so each row is added once. Rows whose owner or link has been erased are left out: the owner's row is held, so that
 * an account is erased before this or after it.
 */
export async function foldRows(client: pg.ClientBase, rows: FoldedRow[], readers: Readers, now: Date): Promise<void> {
	const living = await livingOf(client, rows);
	const days: Record<Subject, Map<string, Fold>> = { link: new Map(), user: new Map() };
	const knownSince = utcDay(now.getTime() - VISITORS_KNOWN_MS);
	for (const row of rows) {
		if (!living.has(row.linkId)) continue;
		const day = utcDay(row.at);
		const facts = factsOf(row, readers);
		const visitor = day > knownSince ? row.visitor : null;
		add(days.link, { key: String(row.linkId), day }, facts, visitor);
		if (!row.isBot) facts.values = { ...facts.values, link: String(row.linkId) };
		add(days.user, { key: row.userId, day }, facts, visitor);
	}
	for (const subject of ["link", "user"] as const) await store(client, subject, sorted(days[subject]));
	await addSources(
		client,
		[...days.link.values()].map(({ key, fold }) => ({ linkId: Number(key), fold })),
	);
}

async function livingOf(client: pg.ClientBase, rows: FoldedRow[]): Promise<Set<number>> {
	const userIds = [...new Set(rows.map(({ userId }) => userId))].sort();
	await client.query("SELECT 1 FROM users WHERE id = ANY($1) ORDER BY id FOR KEY SHARE", [userIds]);
	const linkIds = [...new Set(rows.map(({ linkId }) => linkId))];
	const { rows: links } = await client.query<{ id: number }>("SELECT id FROM links WHERE id = ANY($1::int[])", [
		linkIds,
	]);
	return new Set(links.map(({ id }) => id));
}

function add(
	days: Map<string, Fold>,
	{ key, day }: Pick<Fold, "key" | "day">,
	facts: Parameters<typeof addView>[1],
	visitor: string | null,
): void {
	const name = `${day} ${key}`;
	const found = days.get(name) ?? { key, day, fold: newDayFold(), visitors: new Set() };
	days.set(name, found);
	addView(found.fold, facts);
	if (visitor !== null) found.visitors.add(visitor);
}

function sorted(days: Map<string, Fold>): Fold[] {
	return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fold]) => fold);
}

async function store(client: pg.ClientBase, subject: Subject, folds: Fold[]): Promise<void> {
	const keys = [folds.map(({ key }) => key), folds.map(({ day }) => day)];
	const { rows: kept } = await client.query<DayCounts & { name: string }>({ ...READ[subject], values: keys });
	const keptOf = new Map(kept.map((row) => [row.name, row]));
	const newVisitors = await countVisitors(client, subject, folds);
	const merged = folds.map(({ key, day, fold }) => {
		const name = `${day} ${key}`;
		return mergedDay(keptOf.get(name), fold, newVisitors.get(name) ?? 0);
	});
	await client.query({
		...WRITE[subject],
		values: [
			...keys,
			merged.map(({ human }) => human),
			merged.map(({ bot }) => bot),
			merged.map(({ visitors }) => visitors),
			merged.map(({ breakdowns }) => JSON.stringify(breakdowns)),
			merged.map(({ quarters }) => quarters && JSON.stringify(quarters)),
		],
	});
}

/** How many of each day's visitors were not seen before. */
async function countVisitors(client: pg.ClientBase, subject: Subject, folds: Fold[]): Promise<Map<string, number>> {
	const seen = folds.flatMap(({ key, day, visitors }) => [...visitors].map((visitor) => ({ key, day, visitor })));
	if (seen.length === 0) return new Map();
	const { rows } = await client.query<{ name: string; visitors: number }>({
		...SEE[subject],
		values: [seen.map(({ day }) => day), seen.map(({ key }) => key), seen.map(({ visitor }) => visitor)],
	});
	return new Map(rows.map(({ name, visitors }) => [name, visitors]));
}

const KEYS = { link: { id: "link_id", type: "int" }, user: { id: "user_id", type: "text" } } as const;

const READ = statements(
	"read",
	({ id, type }, subject) => `SELECT kept.day || ' ' || kept.${id} AS name,
	human, bot, visitors, breakdowns, quarters
	FROM unnest($1::${type}[], $2::date[]) AS wanted (${id}, day) JOIN ${subject}_days AS kept USING (${id}, day)`,
);

const WRITE = statements(
	"write",
	({ id, type }, subject) => `INSERT INTO ${subject}_days
	(${id}, day, human, bot, visitors, breakdowns, quarters)
	SELECT * FROM unnest($1::${type}[], $2::date[], $3::int[], $4::int[], $5::int[], $6::json[], $7::json[])
	ON CONFLICT (${id}, day) DO UPDATE SET human = excluded.human, bot = excluded.bot, visitors = excluded.visitors,
		breakdowns = excluded.breakdowns, quarters = excluded.quarters`,
);

const SEE = statements(
	"see",
	({ id, type }, subject) => `WITH new AS (
		INSERT INTO ${subject}_visitors (day, ${id}, visitor)
		SELECT * FROM unnest($1::date[], $2::${type}[], $3::bigint[])
		ON CONFLICT DO NOTHING RETURNING day, ${id}
	)
	SELECT day || ' ' || ${id} AS name, count(*)::int AS visitors FROM new GROUP BY day, ${id}`,
);

function statements(verb: string, text: (key: (typeof KEYS)[Subject], subject: Subject) => string) {
	const of = (subject: Subject) => ({ name: `fold-${verb}-${subject}-days`, text: text(KEYS[subject], subject) });
	return { link: of("link"), user: of("user") };
}
