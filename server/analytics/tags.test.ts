import { beforeAll, expect, test } from "vitest";
import { foldViews } from "#server/testing/analytics/fold-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { insertViews } from "#server/views/insert-views.ts";
import { newViewId } from "#server/views/view-id.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { API } from "#shared/api-paths.ts";

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
	await foldViews(app.deps);
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

test("so many links that adding up would take long are refused for so many days, and said for how many not", async () => {
	await app.deps.pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, tags)
			SELECT $1, 'many' || n, 'https://example.com/', 'Many', 'Many', '{Many}' FROM generate_series(1, 3000) AS n`,
		[grace.user.id],
	);
	for (const path of [
		`${API.analytics.tags}?range=12m`,
		`${API.analytics.account}?range=12m&dimension=tag&value=Many`,
	]) {
		const answer = await grace.get(path);
		expect(answer.status).toBe(400);
		expect(((await answer.json()) as { message: string }).message).toMatch(/^So many links .* at most 33\d days /);
	}
	expect((await read<TagCounts>(`${API.analytics.tags}?range=90d`, grace)).tags).toEqual([
		expect.objectContaining({ tag: "Summer" }),
	]);
	expect((await grace.get(`${API.analytics.account}?range=12m`)).status).toBe(200);
	const file = await grace.get(`${API.analytics.account}?range=12m&format=csv`);
	expect(file.status).toBe(200);
	const lines = (await file.text()).split("\r\n");
	expect(lines).toContainEqual(expect.stringMatching(/^"link",/));
	expect(lines.filter((line) => line.startsWith('"tag"'))).toEqual([
		expect.stringMatching(/^"tag","\(So many links .* at most 33\d days .*\)","",""$/),
	]);
});
