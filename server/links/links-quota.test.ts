import { beforeEach, describe, expect, it } from "vitest";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const START = new Date("2026-05-15T12:00:00Z");

let now = START;
const app = useTestApp({ now: () => now });

beforeEach(() => {
	now = START;
});

describe("the monthly quota", () => {
	it.each<[PlanId, number]>([
		["starter", 20],
		["basic", 20],
		["pro", 150],
	])("of %s is %i links", async (plan, limit) => {
		const owner = await subscriber(app, plan);
		await haveLinks(owner, limit - 1);
		expect(await usage(owner)).toEqual({ monthlyCount: limit - 1, limit });

		await createLink(owner);
		const refused = await owner.post(API.links.all, linkForm());

		expect(refused.status).toBe(403);
		expect(await refused.json()).toMatchObject({ kind: "quota_exceeded", limit });
		expect(await usage(owner)).toEqual({ monthlyCount: limit, limit });
	});

	it("of enterprise does not end, and is 0 on the wire", async () => {
		const owner = await subscriber(app, "enterprise");
		await haveLinks(owner, 500);
		await createLink(owner);
		expect(await usage(owner)).toEqual({ monthlyCount: 501, limit: 0 });
	});

	it("reads as basic without a subscription", async () => {
		expect(await usage(await subscriber(app, null))).toEqual({ monthlyCount: 0, limit: 20 });
	});

	it("is not passed by many that were let in together (D4)", async () => {
		const owner = await subscriber(app);
		await haveLinks(owner, 147);
		const links = linksOf(app);

		const outcomes = await Promise.allSettled(
			Array.from({ length: 100 }, () => links.create(owner.user, submission())),
		);

		const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.kind] : []));
		expect(refused).toEqual(Array(97).fill("quota_exceeded"));
	});

	it("counts deleted links too (D5)", async () => {
		const owner = await subscriber(app, "starter");
		await haveLinks(owner, 19);
		const { id } = await createLink(owner);
		expect((await owner.delete(API.links.byId(id))).status).toBe(204);
		expect((await owner.post(API.links.all, linkForm())).status).toBe(403);
	});

	it("begins anew with the month in UTC (D6)", async () => {
		const owner = await subscriber(app, "starter");
		await haveLinks(owner, 20);
		now = new Date("2026-05-31T23:59:59.999Z");
		expect((await owner.post(API.links.all, linkForm())).status).toBe(403);

		now = new Date("2026-06-01T00:00:00.000Z");
		await createLink(owner);

		expect(await usage(owner)).toEqual({ monthlyCount: 1, limit: 20 });
		now = new Date("2026-05-31T23:59:59.999Z");
		expect(await usage(owner)).toEqual({ monthlyCount: 20, limit: 20 });
	});

	it("does not touch editing", async () => {
		const owner = await subscriber(app, "starter");
		await haveLinks(owner, 19);
		const { linkSlug } = await createLink(owner);
		expect((await owner.put(API.links.bySlug(linkSlug), linkForm({ title: "New" }))).status).toBe(200);
	});

	it("is asked before the body is read (E6)", async () => {
		const owner = await subscriber(app, "starter");
		await haveLinks(owner, 20);
		const answer = await owner.post(API.links.all, { not: "a form" });
		expect(await answer.json()).toMatchObject({ kind: "quota_exceeded" });
	});
});

async function usage(owner: Subscriber): Promise<unknown> {
	return (await owner.get(API.links.monthlyUsage)).json();
}

async function haveLinks({ user }: Subscriber, count: number): Promise<void> {
	const content = { title: "A title", description: "A description", targetUrl: "https://example.com/" };
	await app.deps.db
		.insert(links)
		.values(
			Array.from({ length: count }, (_, n) => ({ ...content, userId: user.id, linkSlug: `have-${n}`, createdAt: now })),
		);
}
