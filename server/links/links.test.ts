import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { link } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const NOT_FOUND = { kind: "not_found", message: "Link not found" };

const app = useTestApp();
let owner: Subscriber;

beforeEach(async () => {
	owner = await subscriber(app);
});

describe("a link", () => {
	it("is created from the form and answered as its owner may see it, and nothing else", async () => {
		const response = await owner.post(
			API.links.all,
			linkForm({ title: " <b>A&B</b> ", description: "One\r\nTwo", targetUrl: "HTTPS://Example.com/ü?a=b#c" }),
		);

		expect(response.status).toBe(201);
		const created = link.strict().parse(await response.json());
		expect(created).toEqual({
			id: expect.any(Number),
			userId: owner.user.id,
			linkSlug: expect.stringMatching(/^[2-9a-hjkmnp-z]{7}$/),
			shortUrl: `${app.origin}/go/${owner.user.userSlug}/${created.linkSlug}`,
			domain: null,
			targetUrl: "https://example.com/%C3%BC?a=b#c",
			title: "<b>A&B</b>",
			description: "One\nTwo",
			imageUrl: null,
			imageSource: "upload",
			viewsBot: 0,
			viewsHuman: 0,
			deleted: false,
			createdAt: expect.any(String),
			deletedAt: null,
			revision: expect.any(String),
			cardVersion: 1,
		});
		expect(await (await owner.get(API.links.bySlug(created.linkSlug))).json()).toEqual(created);
	});

	it("is found by its slug without regard to case", async () => {
		const created = await createLink(owner, { customLinkSlug: "Summer-Sale" });

		const response = await owner.get(API.links.bySlug("sUMMER-sALE"));

		expect(response.status).toBe(200);
		expect(await response.json()).toEqual(created);
	});

	it("is changed as a whole, keeps its slug when none is given, and its views", async () => {
		const created = await createLink(owner, { customLinkSlug: "old" });
		await app.deps.db.update(links).set({ viewsHuman: 7 }).where(eq(links.id, created.id));

		const changes = { title: "New", description: "Newer", targetUrl: "https://example.org/" };
		const response = await owner.put(API.links.bySlug("OLD"), linkForm({ ...changes, customLinkSlug: "" }));

		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			...created,
			...changes,
			viewsHuman: 7,
			cardVersion: 2,
			revision: expect.any(String),
		});
	});

	it("moves to the deleted list, once", async () => {
		const kept = await createLink(owner);
		const gone = await createLink(owner);

		expect((await owner.delete(API.links.byId(gone.id))).status).toBe(204);
		const again = await owner.delete(API.links.byId(gone.id));

		expect(again.status).toBe(404);
		expect(await again.json()).toMatchObject(NOT_FOUND);
		const listed = { tags: [], archived: false, lastSeenAt: null };
		expect(await (await owner.get(API.links.all)).json()).toEqual([{ ...kept, ...listed }]);
		expect(await (await owner.get(API.links.deleted)).json()).toEqual([
			{ ...gone, ...listed, deleted: true, deletedAt: expect.any(String) },
		]);
		for (const response of [
			await owner.get(API.links.bySlug(gone.linkSlug)),
			await owner.put(API.links.bySlug(gone.linkSlug), linkForm()),
		]) {
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject(NOT_FOUND);
		}
	});

	it("is deleted by one of many at once, with one deletedAt (D17)", async () => {
		const { id } = await createLink(owner);

		const responses = await Promise.all(Array.from({ length: 20 }, () => owner.delete(API.links.byId(id))));

		const statuses = responses.map((response) => response.status).sort();
		expect(statuses).toEqual([204, ...Array<number>(19).fill(404)]);
	});

	it("never mixes the fields of two edits at once (D18)", async () => {
		const { linkSlug } = await createLink(owner);
		const edits = Array.from({ length: 20 }, (_, n) => ({
			title: `Title ${n}`,
			description: `Description ${n}`,
			targetUrl: `https://example.com/${n}`,
			imageUrl: `https://example.com/${n}.png`,
		}));

		const responses = await Promise.all(edits.map((edit) => owner.put(API.links.bySlug(linkSlug), linkForm(edit))));

		expect(responses.every((response) => response.status === 200)).toBe(true);
		const after = link.parse(await (await owner.get(API.links.bySlug(linkSlug))).json());
		const { title, description, targetUrl, imageUrl } = after;
		expect(edits).toContainEqual({ title, description, targetUrl, imageUrl });
	});
});

describe("whose link it is", () => {
	it("makes no difference between another's link and a missing one (D2)", async () => {
		const { id, linkSlug } = await createLink(owner);
		const stranger = await subscriber(app);

		for (const response of [
			await stranger.get(API.links.bySlug(linkSlug)),
			await stranger.put(API.links.bySlug(linkSlug), linkForm()),
			await stranger.delete(API.links.byId(id)),
			await stranger.get(API.links.bySlug("missing")),
			await stranger.delete(API.links.byId(id + 1_000_000)),
		]) {
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject(NOT_FOUND);
		}
		expect(await (await stranger.get(API.links.all)).json()).toEqual([]);
		expect((await owner.get(API.links.bySlug(linkSlug))).status).toBe(200);
	});

	it("can't be said in the form, nor anything else that is not in it (D12)", async () => {
		const stranger = await subscriber(app);
		const created = await createLink(owner, {
			id: "1",
			userId: stranger.user.id,
			viewsHuman: "1000",
			deleted: "true",
			createdAt: "2000-01-01",
			constructor: "x",
		});

		const [row] = await app.deps.db.select().from(links).where(eq(links.id, created.id));
		expect(row).toMatchObject({ userId: owner.user.id, viewsHuman: 0, deleted: false });
		expect(row?.createdAt.getFullYear()).toBeGreaterThan(2000);
	});

	it("is nobody's for a slug that none can be", async () => {
		for (const slug of ["%00", "b%2Fc", "a".repeat(21), "ä", "a b", "__proto__", "constructor"]) {
			expect((await owner.get(`${API.links.all}/by-slug/${slug}`)).status, slug).toBe(404);
			expect((await owner.put(`${API.links.all}/by-slug/${slug}`, linkForm())).status, slug).toBe(404);
		}
	});
});
