import { beforeEach, describe, expect, it } from "vitest";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const TAKEN = "This custom URL is already taken";

const app = useTestApp();
let owner: Subscriber;

beforeEach(async () => {
	owner = await subscriber(app);
});

describe("a custom slug", () => {
	it("may stay as it is when a plan without it edits, and may not change", async () => {
		await createLink(owner, { customLinkSlug: "Mine" });
		await app.deps.pool.query("UPDATE subscriptions SET plan_id = 'basic' WHERE user_id = $1", [owner.user.id]);
		const edit = (customLinkSlug: string) => owner.put(API.links.bySlug("mine"), linkForm({ customLinkSlug }));

		expect((await edit("Mine")).status).toBe(200);
		expect((await edit("")).status).toBe(200);
		for (const slug of ["mine", "other"]) {
			const refused = await edit(slug);
			expect(refused.status).toBe(403);
			expect(await refused.json()).toMatchObject({ kind: "plan_required" });
		}
	});

	it("that is taken is refused without regard to case, when creating and editing", async () => {
		await createLink(owner, { customLinkSlug: "Sale" });
		await createLink(owner, { customLinkSlug: "other" });

		for (const answer of [
			await owner.post(API.links.all, linkForm({ customLinkSlug: "sALE" })),
			await owner.put(API.links.bySlug("other"), linkForm({ customLinkSlug: "sale" })),
		]) {
			expect(answer.status).toBe(409);
			expect(await answer.json()).toMatchObject({ kind: "conflict", message: TAKEN });
		}
	});

	it("may be another's, may change its case, and may be that of a deleted link", async () => {
		const { id } = await createLink(owner, { customLinkSlug: "sale" });
		await createLink(await subscriber(app), { customLinkSlug: "sale" });

		const renamed = await owner.put(API.links.bySlug("sale"), linkForm({ customLinkSlug: "SALE" }));
		expect(await renamed.json()).toMatchObject({ linkSlug: "SALE" });

		await owner.delete(API.links.byId(id));
		const next = await createLink(owner, { customLinkSlug: "Sale" });
		expect(next.id).not.toBe(id);
	});

	it("has one winner among many at once (D7)", async () => {
		const claims = Array.from({ length: 20 }, (_, n) =>
			owner.post(API.links.all, linkForm({ customLinkSlug: n % 2 === 0 ? "Prize" : "prize" })),
		);
		const statuses = (await Promise.all(claims)).map(({ status }) => status).sort();
		expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
	});

	it("has one winner among many edits at once (D7)", async () => {
		const rivals = await Promise.all(Array.from({ length: 20 }, () => createLink(owner)));
		const claims = rivals.map(({ linkSlug }) =>
			owner.put(API.links.bySlug(linkSlug), linkForm({ customLinkSlug: "prize" })),
		);
		const statuses = (await Promise.all(claims)).map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
	});
});

describe("what the public link remembers", () => {
	it("is forgotten before a change is answered, under the old slug and the new one", async () => {
		const forgotten: string[] = [];
		const links = linksOf(app, { linkCache: { invalidate: (_, linkSlug) => forgotten.push(linkSlug) } });

		const { id } = await links.create(owner.user, submission({ customLinkSlug: "old" }));
		expect(forgotten).toEqual(["old"]);
		await links.update(owner.user, "OLD", submission({ customLinkSlug: "new" }));
		expect(forgotten).toEqual(["old", "old", "new"]);
		await links.remove(owner.user, id);
		expect(forgotten).toEqual(["old", "old", "new", "new"]);
	});
});

describe("asking for a slug", () => {
	const ask = (person: Subscriber, slug: string) => person.get(API.links.slugAvailability(slug));

	it("tells whether it is free among one's own links", async () => {
		await createLink(await subscriber(app), { customLinkSlug: "theirs" });
		const { id } = await createLink(owner, { customLinkSlug: "Mine" });

		expect(await (await ask(owner, "theirs")).json()).toEqual({ available: true });
		const taken = await ask(owner, "mINE");
		expect(taken.status).toBe(200);
		expect(await taken.json()).toEqual({ available: false, message: TAKEN });

		await owner.delete(API.links.byId(id));
		expect(await (await ask(owner, "mine")).json()).toEqual({ available: true });
	});

	it("refuses none and two", async () => {
		const path = API.links.slugAvailability("").replace("?slug=", "");
		expect((await owner.get(path)).status).toBe(400);
		expect((await owner.get(`${path}?slug=a&slug=b`)).status).toBe(400);
		expect((await owner.get(`${path}?slug[a]=b`)).status).toBe(400);
	});
});

describe("a generated slug", () => {
	it("is drawn again while it is taken (D9)", async () => {
		const drawn = ["same", "SAME", "same", "Same", "free"];
		const links = linksOf(app, { newSlug: () => drawn.shift() ?? "none left" });

		expect((await links.create(owner.user, submission())).linkSlug).toBe("same");
		expect((await links.create(owner.user, submission())).linkSlug).toBe("free");
	});

	it("gives up after a few tries, in a clear way", async () => {
		const links = linksOf(app, { newSlug: () => "same" });
		await links.create(owner.user, submission());
		await expect(links.create(owner.user, submission())).rejects.toMatchObject({ kind: "conflict" });
	});
});
