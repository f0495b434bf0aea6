import { describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const START = new Date("2026-05-15T12:00:00Z");
let now = START;
const app = useTestApp({ now: () => now });

type Fields = Parameters<typeof linkForm>[0];

async function save(owner: Subscriber, key: string, fields: Fields = {}): Promise<Response> {
	const headers = { Cookie: cookieOf(owner), "Idempotency-Key": key };
	return fetch(app.origin + API.links.all, { method: "POST", headers, body: linkForm(fields) });
}

async function saved(owner: Subscriber, key: string, fields: Fields = {}): Promise<LinkView> {
	const response = await save(owner, key, fields);
	expect(response.status, await response.clone().text()).toBe(201);
	return (await response.json()) as LinkView;
}

const listOf = async (owner: Subscriber) => (await (await owner.get(API.links.all)).json()) as LinkView[];

describe("a request to create a link that is repeated with its key (P494)", () => {
	it("makes one link, which each answer has", async () => {
		const owner = await subscriber(app);
		const texts = { customLinkSlug: "summer" };
		const first = await saved(owner, '"0123456789abcdef"', texts);
		expect(await saved(owner, '"0123456789abcdef"', texts)).toEqual(first);
		expect(await saved(owner, "0123456789abcdef", texts)).toEqual(first);
		expect(await listOf(owner)).toHaveLength(1);
	});

	it("has its slug to itself", async () => {
		const owner = await subscriber(app);
		await saved(owner, "mine", { customLinkSlug: "summer" });
		const ask = async (key: string) => {
			const headers = { Cookie: cookieOf(owner), "Idempotency-Key": key };
			const answer = await fetch(app.origin + API.links.slugAvailability("Summer"), { headers });
			return ((await answer.json()) as { available: boolean }).available;
		};
		expect([await ask("mine"), await ask("another")]).toEqual([true, false]);
	});

	it("makes one link however many are on their way at once", async () => {
		const owner = await subscriber(app);
		const made = await Promise.all(Array.from({ length: 6 }, () => saved(owner, "at-once")));
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(await listOf(owner)).toHaveLength(1);
	});

	it("changes that link where the form says something else by then", async () => {
		const owner = await subscriber(app);
		const first = await saved(owner, "edited");
		const second = await saved(owner, "edited", { title: "Another title", customLinkSlug: "winter" });
		expect(second).toMatchObject({ id: first.id, title: "Another title", linkSlug: "winter" });
		expect(await listOf(owner)).toHaveLength(1);
	});

	it("is answered although its link was the month's last", async () => {
		const owner = await subscriber(app, "starter");
		const row = { userId: owner.user.id, targetUrl: "https://example.com/", title: "t", description: "d" };
		const others = Array.from({ length: 19 }, (_, n) => ({ ...row, linkSlug: `other-${n}`, createdAt: now }));
		await app.deps.db.insert(links).values(others);
		const first = await saved(owner, "last");
		expect(await saved(owner, "last")).toEqual(first);
		expect((await save(owner, "one-more")).status).toBe(403);
	});

	it("makes another link for another account, after a day, and once the first is deleted", async () => {
		const [owner, other] = [await subscriber(app), await subscriber(app)];
		const first = await saved(owner, "shared");
		expect((await saved(other, "shared")).id).not.toBe(first.id);
		await owner.delete(API.links.byId(first.id));
		const second = await saved(owner, "shared");
		expect(second.id).not.toBe(first.id);
		now = new Date(START.getTime() + 24 * 60 * 60 * 1_000);
		expect((await saved(owner, "shared")).id).not.toBe(second.id);
		now = START;
	});

	it("keeps no key of a link that was refused", async () => {
		const owner = await subscriber(app);
		expect((await save(owner, "refused", { targetUrl: "https://localhost/" })).status).toBe(400);
		await saved(owner, "refused");
		expect(await listOf(owner)).toHaveLength(1);
	});

	it.each(["", '""', "a key", "é", "x".repeat(256)])("is refused with the key %j", async (key) => {
		const owner = await subscriber(app);
		const response = await save(owner, key);
		expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
			400,
			"Idempotency-Key must have 1 to 255 visible ASCII characters",
		]);
	});
});
