import { describe, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { LinkCard } from "#shared/links/cards/card-override.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

const cardsOf = async (owner: Subscriber, { id }: LinkView) =>
	(await (await owner.get(API.links.cards(id))).json()) as LinkCard[];
const present = async (owner: Subscriber, { linkSlug }: LinkView) =>
	(await (await owner.get(API.links.bySlug(linkSlug))).json()) as LinkView;

/** A link with cards for two apps. */
async function withCards(owner: Subscriber): Promise<LinkView> {
	const link = await createLink(owner);
	for (const target of ["x", "linkedin"]) {
		await owner.put(API.links.card(link.id, target), linkForm({ title: `For ${target}` }));
	}
	return link;
}

describe("duplicating (P173)", () => {
	it("makes a new link with the same card and target, which counts as one", async () => {
		const owner = await subscriber(app);
		const first = await createLink(owner, { customLinkSlug: "first", imageUrl: "https://pics.example/a.jpg" });
		const response = await owner.post(API.links.duplicate(first.id));
		expect(response.status).toBe(201);
		const second = (await response.json()) as typeof first;
		const { title, description, targetUrl, imageUrl, imageSource } = first;
		expect(second).toMatchObject({ title, description, targetUrl, imageUrl, imageSource, viewsHuman: 0 });
		expect(second.linkSlug).not.toBe("first");
		expect(second.id).not.toBe(first.id);
		expect(await (await owner.get(API.links.monthlyUsage)).json()).toMatchObject({ monthlyCount: 2 });
	});

	it("is refused when the month is used up", async () => {
		const owner = await subscriber(app, "basic");
		const first = await createLink(owner);
		for (let n = 1; n < 20; n += 1) await insertLink(app.deps.db, { userId: owner.user.id });
		const response = await owner.post(API.links.duplicate(first.id));
		expect(await response.json()).toMatchObject({ kind: "quota_exceeded" });
	});

	it("has its original's cards for some apps, and answers the version that they lead to (P137, P201)", async () => {
		const owner = await subscriber(app);
		const response = await owner.post(API.links.duplicate((await withCards(owner)).id));
		const copy = (await response.json()) as LinkView;
		expect(copy.cardVersion).toBe(3);
		expect(copy).toEqual(await present(owner, copy));
		expect((await cardsOf(owner, copy)).map(({ target, title }) => [target, title])).toEqual([
			["linkedin", "For linkedin"],
			["x", "For x"],
		]);
	});

	it("has no cards for some apps on a plan that can't make them (P143)", async () => {
		const owner = await subscriber(app);
		const link = await withCards(owner);
		await app.deps.db.update(subscriptions).set({ planId: "basic" });
		const copy = (await (await owner.post(API.links.duplicate(link.id))).json()) as LinkView;
		expect([copy.cardVersion, await cardsOf(owner, copy)]).toEqual([1, []]);
	});

	it("is made as a whole or not at all", async () => {
		const owner = await subscriber(app);
		const link = await withCards(owner);
		await app.deps.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
			CREATE TRIGGER refuse BEFORE INSERT ON link_cards FOR EACH ROW EXECUTE FUNCTION refuse()`);
		expect((await owner.post(API.links.duplicate(link.id))).status).toBe(500);
		await app.deps.pool.query("DROP TRIGGER refuse ON link_cards");
		expect(await (await owner.get(API.links.monthlyUsage)).json()).toMatchObject({ monthlyCount: 1 });
	});
});
