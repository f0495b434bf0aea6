import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";

const DAY_MS = 24 * 3_600_000;

const app = useTestApp();

let ada: Subscriber;
let grace: Subscriber;
beforeAll(async () => {
	[ada, grace] = [await subscriber(app, "enterprise"), await subscriber(app, "enterprise")];
	const tagged = async (owner: Subscriber, tags: string[]) => {
		const { id } = await createLink(owner);
		await app.deps.pool.query("UPDATE links SET tags = $2 WHERE id = $1", [id, tags]);
		return { id, userId: owner.user.id };
	};
	const links = [
		...[await tagged(ada, ["Summer", "=1+1"]), await tagged(ada, ["Summer"]), await tagged(ada, [])],
		...[await tagged(ada, ["Gone"]), await tagged(ada, ["Never seen"]), await tagged(grace, ["Summer"])],
	];
	// Of each link another number, on three days, the last of them beyond a week; none of the fifth.
	const views = links.flatMap(({ id, userId }, n) =>
		Array.from({ length: n === 4 ? 0 : 6 * (n + 1) }, (_, nth) => {
			const at = Date.now() - ([0, 1, 20][nth % 3] ?? 0) * DAY_MS;
			return countedView({ id: newViewId(at), at, userId, linkId: id, isBot: nth % 2 === 0 });
		}),
	);
	await insertViews(app.deps.pool, views);
	await ada.delete(API.links.byId(links[3]?.id ?? 0));
	await aggregateViews(app.deps);
});

const read = async <T>(path: string, by: Subscriber = ada) => (await (await by.get(path)).json()) as T;

/** What plain SQL counts in the rows, by the tags that links have now. */
async function truth(days: number) {
	const { rows } = await app.deps.pool.query<{ tag: string | null; human: number; bot: number }>(
		`SELECT tag, count(*) FILTER (WHERE NOT is_bot)::int AS human, count(*) FILTER (WHERE is_bot)::int AS bot
			FROM views JOIN links ON links.id = link_id LEFT JOIN unnest(tags) AS tag ON true
			WHERE views.user_id = $1 AND timestamp >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - make_interval(days => $2)
			GROUP BY tag ORDER BY count(*) FILTER (WHERE NOT is_bot) DESC`,
		[ada.user.id, days - 1],
	);
	return { tags: rows.filter(({ tag }) => tag !== null), untagged: rows.find(({ tag }) => tag === null) };
}

test("people and bots by the tags of links, each link in all of its own, equal the rows", async () => {
	for (const [range, days] of [
		["7d", 7],
		["30d", 30],
	] as const) {
		const counted = await read<TagCounts>(`${API.analytics.tags}?range=${range}`);
		const { tags, untagged } = await truth(days);
		expect(counted.tags.map(({ tag }) => tag)).toEqual(["Gone", "Summer", "=1+1"]);
		expect(counted.tags).toEqual(expect.arrayContaining(tags));
		expect(counted.tags).toHaveLength(tags.length);
		expect({ tag: null, ...counted.untagged }).toEqual(untagged);
		const { days: all } = await read<Chart>(`${API.analytics.account}?range=${range}`);
		expect([counted.from, counted.to]).toEqual([all.from, all.to]);
	}
	const other = await subscriber(app, "enterprise");
	expect(await read<TagCounts>(API.analytics.tags, other)).toMatchObject({ tags: [], untagged: { human: 0, bot: 0 } });
});

test("a tag narrows the series of the account, and of no link", async () => {
	const { only } = await read<Chart>(`${API.analytics.account}?range=30d&dimension=tag&value=Summer`);
	const { tags } = await truth(30);
	const summer = tags.find(({ tag }) => tag === "Summer")?.human;
	expect(only).toMatchObject({ dimension: "tag", value: "Summer", human: summer });
	expect(only?.days).toHaveLength(30);
	expect(only?.days.filter(({ count }) => count > 0)).toHaveLength(3);
	expect(only?.days.reduce((sum, { count }) => sum + count, 0)).toBe(summer);
	const none = await read<Chart>(`${API.analytics.account}?range=7d&dimension=tag&value=summer`);
	expect(none.only?.human).toBe(0);
	const [link] = await read<{ id: number }[]>(API.links.all);
	expect((await ada.get(`${API.analytics.linkChart(link?.id ?? 0)}?dimension=tag&value=Summer`)).status).toBe(400);
});

test("the plan says how far back, and a file has the tags, without a formula", async () => {
	const starter = await subscriber(app, "starter");
	expect((await starter.get(`${API.analytics.tags}?range=30d`)).status).toBe(403);
	expect((await ada.get(`${API.analytics.tags}?range=8d`)).status).toBe(400);
	const text = await (await ada.get(`${API.analytics.account}?range=30d&format=csv`)).text();
	const { tags, untagged } = await truth(30);
	const summer = tags.find(({ tag }) => tag === "Summer");
	expect(text).toContain(`"tag","Summer",${summer?.human},${summer?.bot}\r\n`);
	expect(text).toContain(`"tag","(none)",${untagged?.human},${untagged?.bot}\r\n`);
	expect(text).toContain(`"tag","'=1+1",`);
});

test("a year is counted by months, of any number of links; many links' days are refused one by one (P413)", async () => {
	await app.deps.pool.query("ALTER TABLE links DISABLE TRIGGER links_announce_change");
	await app.deps.pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, tags)
			SELECT $1, 'many' || n, 'https://example.com/', 'Many', 'Many', '{Many}' FROM generate_series(1, 34000) AS n`,
		[grace.user.id],
	);
	await app.deps.pool.query("ALTER TABLE links ENABLE TRIGGER links_announce_change");
	const year = await read<TagCounts>(`${API.analytics.tags}?range=12m`, grace);
	expect(year.tags).toEqual([{ tag: "Summer", human: 18, bot: 18 }]);
	const narrowed = `${API.analytics.account}?range=12m&dimension=tag&value=`;
	expect((await grace.get(`${narrowed}Many`)).status).toBe(200);
	const { only } = await read<Chart>(`${narrowed}Summer`, grace);
	expect([only?.unit, only?.human, only?.days[0]?.day, only?.days.length]).toEqual(["month", 18, year.from, 13]);
	expect(only?.days.at(-1)?.day).toBe(`${year.to.slice(0, 7)}-01`);
	const refused = await grace.get(`${API.analytics.account}?range=90d&dimension=tag&value=Many`);
	expect([refused.status, await refused.json()]).toMatchObject([
		400,
		{ message: expect.stringMatching(/at most 88 days/) },
	]);
	const file = await (await grace.get(`${API.analytics.account}?range=12m&format=csv`)).text();
	expect(file).toContain('"tag","Summer",18,18');
});

test("months are what the days come to, whatever becomes of these (P413)", async () => {
	expect((await app.deps.pool.query("SELECT FROM link_months")).rowCount).toBeGreaterThan(0);
	expect(await monthDifferences()).toEqual([]);
	const days = "(link_id, day, human, bot, visitors, breakdowns)";
	const changes = [
		`INSERT INTO link_days ${days} VALUES (1, '2025-01-31', 3, 1, 1, '{}'), (1, '2025-02-01', 5, 0, 1, '{}')`,
		`INSERT INTO link_days ${days} VALUES (1, '2025-02-01', 9, 2, 1, '{}'), (1, '2025-02-02', 1, 1, 1, '{}')
			ON CONFLICT (link_id, day) DO UPDATE SET human = excluded.human, bot = excluded.bot`,
		"UPDATE link_days SET quarters = NULL",
		"DELETE FROM link_days WHERE link_id = 1 AND day = '2025-02-01'",
	];
	for (const change of changes) {
		await app.deps.pool.query(change);
		expect([change, await monthDifferences()]).toEqual([change, []]);
	}
	const left =
		"SELECT month::text, human, bot FROM link_months WHERE link_id = 1 AND month < '2025-03-01' ORDER BY month";
	expect((await app.deps.pool.query(left)).rows).toEqual([
		{ month: "2025-01-01", human: 3, bot: 1 },
		{ month: "2025-02-01", human: 1, bot: 1 },
	]);
	await app.deps.pool.query("DELETE FROM link_days WHERE link_id = 1 AND day < '2025-03-01'");
	expect((await app.deps.pool.query(left)).rows).toEqual([]);
});

test("the migration sums the days that are there (P413)", async () => {
	const client = await app.deps.pool.connect();
	await client.query("DROP TABLE link_months");
	await client.query("DROP FUNCTION add_link_months, change_link_months, take_link_months CASCADE");
	const file = await readFile(path.resolve(import.meta.dirname, "../../migrations/0031_link_months.sql"), "utf8");
	await client.query("BEGIN");
	for (const statement of file.split("--> statement-breakpoint")) await client.query(statement);
	await client.query("COMMIT");
	client.release();
	expect((await app.deps.pool.query("SELECT FROM link_months")).rowCount).toBeGreaterThan(0);
	expect(await monthDifferences()).toEqual([]);
});

async function monthDifferences(): Promise<unknown[]> {
	const { rows } = await app.deps.pool.query(
		`SELECT * FROM (SELECT link_id, date_trunc('month', day)::date AS month, sum(human)::int AS human, sum(bot)::int AS bot
				FROM link_days GROUP BY 1, 2) AS days
			FULL JOIN link_months AS months USING (link_id, month)
			WHERE (days.human, days.bot) IS DISTINCT FROM (months.human, months.bot)`,
	);
	return rows;
}
