import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { changedLinks, linkOverview, TOO_MANY_TAGS } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

async function change(by: Subscriber, body: Record<string, unknown>) {
	const response = await by.post(API.links.changes, body);
	expect(response.status).toBe(200);
	return changedLinks.parse(await response.json());
}

async function read(by: Subscriber, query = "") {
	return linkOverview.parse(await (await by.get(`${API.links.search}?${query}`)).json());
}
const tagsOf = async (by: Subscriber) => (await read(by)).links.map(({ linkSlug, tags }) => [linkSlug, tags]).reverse();
const visit = async (shortUrl: string) => (await app.browser().get(shortUrl)).status;

describe("deleting and undoing it (P136)", () => {
	it("brings a link back as it was, and counts it for no month anew", async () => {
		const owner = await subscriber(app);
		const link = await createLink(owner, { customLinkSlug: "Back" });
		const usage = async () => (await owner.get(API.links.monthlyUsage)).json();
		const before = await usage();
		await owner.delete(API.links.byId(link.id));
		expect(await visit(link.shortUrl)).toBe(404);

		expect(await change(owner, { change: "restore", ids: [link.id] })).toEqual({ changed: [link.id], refused: [] });

		expect(await visit(link.shortUrl)).toBe(200);
		expect(await usage()).toEqual(before);
		expect(await (await owner.get(API.links.deleted)).json()).toEqual([]);
		const [back] = (await read(owner)).links;
		expect(back).toMatchObject({ linkSlug: "Back", createdAt: link.createdAt, deleted: false, deletedAt: null });
	});

	it("says when the slug was taken meanwhile, and brings the others back", async () => {
		const owner = await subscriber(app);
		const [first, other] = [await createLink(owner, { customLinkSlug: "mine" }), await createLink(owner)];
		const ids = [first.id, other.id];
		expect((await change(owner, { change: "delete", ids })).changed).toEqual(ids);
		await createLink(owner, { customLinkSlug: "MINE" });
		expect(await change(owner, { change: "restore", ids })).toEqual({
			changed: [other.id],
			refused: [{ id: first.id, message: SLUG_TAKEN }],
		});
	});

	it("is possible for an hour: links that were deleted before that stay so", async () => {
		const owner = await subscriber(app);
		const deletedBefore = (ms: number) => {
			const deletedAt = new Date(app.deps.now().getTime() - ms);
			return insertLink(app.deps.db, { userId: owner.user.id, deleted: true, deletedAt });
		};
		const [late, old] = [await deletedBefore(3_000_000), await deletedBefore(3_601_000)];
		const outcome = await change(owner, { change: "restore", ids: [late.id, old.id] });
		expect(outcome).toEqual({ changed: [late.id], refused: [] });
	});

	it("is not for somebody whom an operator has disabled", async () => {
		const owner = await subscriber(app);
		await app.deps.pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [owner.user.id]);
		const response = await owner.post(API.links.changes, { change: "restore", ids: [1] });
		expect(response.status).toBe(403);
	});
});

describe("several links at once (P174)", () => {
	it("are archived and taken out again, and keep working", async () => {
		const owner = await subscriber(app);
		const [one, two] = [await createLink(owner), await createLink(owner)];
		await change(owner, { change: "archive", ids: [two.id, one.id, two.id] });
		expect((await read(owner)).ids).toEqual([]);
		expect((await read(owner, "filter=archived")).ids).toEqual([two.id, one.id]);
		expect(await visit(one.shortUrl)).toBe(200);
		await change(owner, { change: "unarchive", ids: [one.id] });
		expect((await read(owner)).ids).toEqual([one.id]);
	});

	it.each(["archive", "unarchive", "delete", "restore", "tag", "untag"])("%s: nobody else's", async (name) => {
		const [owner, stranger] = [await subscriber(app), await subscriber(app)];
		const link = await createLink(owner);
		if (name === "restore") await change(owner, { change: "delete", ids: [link.id] });
		const [before] = await app.deps.db.select().from(links).where(eq(links.id, link.id));
		const outcome = await change(stranger, { change: name, ids: [link.id], tag: "mine" });
		expect(outcome).toEqual({ changed: [], refused: [] });
		expect(await app.deps.db.select().from(links).where(eq(links.id, link.id))).toEqual([before]);
	});

	it.each([{}, { change: "delete", ids: [2 ** 31] }, { change: "tag", ids: [1], tag: "a,b" }])(
		"refuses %j",
		async (body) => {
			const owner = await subscriber(app);
			expect((await owner.post(API.links.changes, body)).status).toBe(400);
		},
	);
});

describe("tags (P172)", () => {
	it("have one spelling, and are given once", async () => {
		const owner = await subscriber(app);
		const [a, b] = [await createLink(owner, { customLinkSlug: "a" }), await createLink(owner, { customLinkSlug: "b" })];
		await change(owner, { change: "tag", ids: [a.id], tag: "  Été   2026 " });
		await change(owner, { change: "tag", ids: [a.id, b.id], tag: "été 2026" });
		expect(await tagsOf(owner)).toEqual([
			["a", ["Été 2026"]],
			["b", ["Été 2026"]],
		]);
		await change(owner, { change: "untag", ids: [a.id], tag: "Été 2026" });
		expect((await read(owner)).tags).toEqual([{ name: "Été 2026", count: 1 }]);
	});

	it("are at most ten, which is said of each link that has them", async () => {
		const owner = await subscriber(app);
		const [full, free] = [await createLink(owner), await createLink(owner)];
		const ten = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
		await app.deps.db.update(links).set({ tags: ten }).where(eq(links.id, full.id));
		expect(await change(owner, { change: "tag", ids: [full.id, free.id], tag: "eleven" })).toEqual({
			changed: [free.id],
			refused: [{ id: full.id, message: TOO_MANY_TAGS }],
		});
		expect((await change(owner, { change: "tag", ids: [full.id], tag: "TAG 3" })).refused).toEqual([]);
	});

	it("are renamed and removed in one place; two of one name become one", async () => {
		const [owner, stranger] = [await subscriber(app), await subscriber(app)];
		for (const by of [owner, stranger]) {
			const userId = by.user.id;
			await insertLink(app.deps.db, { userId, linkSlug: "a", tags: ["Old", "New"] });
			await insertLink(app.deps.db, { userId, linkSlug: "b", tags: ["x", "Old"] });
		}
		expect((await owner.put(API.links.tag("Old"), { name: "new" })).status).toBe(204);
		expect(await tagsOf(owner)).toEqual([
			["a", ["New"]],
			["b", ["x", "New"]],
		]);
		expect((await owner.put(API.links.tag("New"), { name: "NEW" })).status).toBe(204);
		expect((await owner.delete(API.links.tag("x"))).status).toBe(204);
		expect((await owner.delete(API.links.tag("x"))).status).toBe(404);
		for (const name of ["a,b", "..", "."]) {
			expect((await owner.put(API.links.tag("NEW"), { name })).status).toBe(400);
		}
		expect(await tagsOf(owner)).toEqual([
			["a", ["NEW"]],
			["b", ["NEW"]],
		]);
		expect(await tagsOf(stranger)).toEqual([
			["a", ["Old", "New"]],
			["b", ["x", "Old"]],
		]);
	});

	it("are made from Basic on; below it, those that are there stay, and can be taken away (P143)", async () => {
		const owner = await subscriber(app, "starter");
		const link = await insertLink(app.deps.db, { userId: owner.user.id, tags: ["kept"] });
		const response = await owner.post(API.links.changes, { change: "tag", ids: [link.id], tag: "new" });
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ kind: "plan_required" });
		expect((await read(owner)).tags).toEqual([{ name: "kept", count: 1 }]);
		expect((await change(owner, { change: "untag", ids: [link.id], tag: "kept" })).changed).toEqual([link.id]);
	});
});
