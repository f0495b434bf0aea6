import { and, eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { tagLimit } from "#shared/billing/plans/plan-features.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { linkOverview, tagLimitReached } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createTagCounts } from "./tag-counts.ts";

const app = useTestApp();

/** Someone with so many tags, ten on each link; "tag 1" is on the first. */
async function withTags(plan: PlanId, count: number) {
	const owner = await subscriber(app, plan);
	await app.deps.pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, tags)
		SELECT $1, 'l' || n, 'https://example.com/', 'Title', 'Text', ARRAY(SELECT 'tag ' || t FROM generate_series(n * 10 + 1, least(n * 10 + 10, $2)) AS t)
		FROM generate_series(0, ($2 - 1) / 10) AS n`,
		[owner.user.id, count],
	);
	const { id } = await insertLink(app.deps.db, { userId: owner.user.id, linkSlug: "free" });
	return { owner, id };
}
const change = (by: Subscriber, body: Record<string, unknown>) => by.post(API.links.changes, body);
const tag = (by: Subscriber, id: number, name: string) => change(by, { change: "tag", ids: [id], tag: name });
const tagsOf = async (by: Subscriber) => linkOverview.parse(await (await by.get(API.links.search)).json()).tags;
const full = (plan: PlanId) => ({ kind: "invalid", message: tagLimitReached(tagLimit(plan)) });

it.each([
	["pro", 1_000],
	["enterprise", 5_000],
] as const)(
	"an account on %s has at most %i different tags, and known ones can be given (P230)",
	async (plan, most) => {
		const { owner, id } = await withTags(plan, most - 1);
		expect((await tag(owner, id, "one more")).status).toBe(200);
		const refused = await tag(owner, id, "too many");
		expect([refused.status, await refused.json()]).toMatchObject([400, full(plan)]);
		expect((await tag(owner, id, "TAG 1")).status).toBe(200);
		expect(await tagsOf(owner)).toHaveLength(most);
		// Renaming adds none; removing makes room.
		expect((await owner.put(API.links.tag("tag 2"), { name: "another" })).status).toBe(204);
		expect((await owner.put(API.links.tag("another"), { name: "another" })).status).toBe(204);
		expect((await tag(owner, id, "tag 2")).status).toBe(400);
		expect((await owner.delete(API.links.tag("another"))).status).toBe(204);
		expect((await tag(owner, id, "tag 2")).status).toBe(200);
	},
);

it("a smaller plan keeps the tags that exist, and adds none (P230)", async () => {
	const { owner, id } = await withTags("enterprise", 1_500);
	await app.deps.db.update(subscriptions).set({ planId: "basic" }).where(eq(subscriptions.userId, owner.user.id));
	expect(await (await tag(owner, id, "new")).json()).toMatchObject(full("basic"));
	expect((await tag(owner, id, "tag 1500")).status).toBe(200);
	expect((await owner.put(API.links.tag("tag 1"), { name: "renamed" })).status).toBe(204);
	expect(await tagsOf(owner)).toHaveLength(1_500);
});

it("tags of links that may be restored count, so that restoring adds none (P230)", async () => {
	const { owner, id } = await withTags("pro", 1_000);
	const isFirst = and(eq(links.userId, owner.user.id), eq(links.linkSlug, "l0"));
	const [link] = await app.deps.db.select().from(links).where(isFirst);
	await change(owner, { change: "delete", ids: [link?.id] });
	expect((await tag(owner, id, "new")).status).toBe(400);
	// In the spelling that it comes back with.
	expect((await tag(owner, id, "TAG 1")).status).toBe(200);
	await change(owner, { change: "restore", ids: [link?.id] });
	expect(await tagsOf(owner)).toHaveLength(1_000);

	await change(owner, { change: "delete", ids: [link?.id] });
	const anHourAgo = new Date(app.deps.now().getTime() - 3_601_000);
	await app.deps.db
		.update(links)
		.set({ deletedAt: anHourAgo })
		.where(eq(links.id, link?.id ?? 0));
	expect((await tag(owner, id, "new")).status).toBe(200);
});

it("many changes at once do not exceed it (P230)", async () => {
	const { owner, id } = await withTags("pro", 995);
	const ids = await Promise.all(
		Array.from({ length: 12 }, (_, n) => insertLink(app.deps.db, { userId: owner.user.id, linkSlug: `free${n}` })),
	);
	const answers = await Promise.all([
		...ids.map((link, n) => tag(owner, link.id, `new ${n}`)),
		owner.put(API.links.tag("tag 1"), { name: "renamed" }),
		tag(owner, id, "tag 1"),
	]);
	expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThan(0);
	expect((await tagsOf(owner)).length).toBeLessThanOrEqual(1_000);
});

it("tags come by name, and are sorted only when they have changed", async () => {
	const owner = await subscriber(app);
	const userId = owner.user.id;
	await insertLink(app.deps.db, { userId, tags: ["b", "Ä", "C", "10"] });
	expect((await tagsOf(owner)).map(({ name }) => name)).toEqual(["10", "Ä", "b", "C"]);
	const sort = vi.fn((tags: { name: string; count: number }[]) => tags);
	const counts = createTagCounts({ sort });
	const read = async () => JSON.parse(await counts.read(app.deps.db, { id: userId }));
	expect(await read()).toEqual(await read());
	expect(sort).toHaveBeenCalledTimes(1);
	await insertLink(app.deps.db, { userId, tags: ["b"] });
	expect(await read()).toContainEqual({ name: "b", count: 2 });
	expect(sort).toHaveBeenCalledTimes(2);
});
