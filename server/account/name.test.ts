import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertUser } from "#server/testing/app/factories.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { currentUser } from "#shared/account/auth/current-user.ts";
import type { NameInLinks } from "#shared/account/auth/user-name.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";

let ahead = 0;
const app = useTestApp({ now: () => new Date(Date.now() + ahead) });
let owner: Subscriber;
let beside: TestApp;
beforeAll(async () => {
	owner = await subscriber(app);
	beside = await startTestApp({ beside: app });
});
afterAll(() => beside.close());

const choose = (name: unknown, who: Pick<Subscriber, "put"> = owner) => who.put(API.account.name, { name });
const known = async (who = owner) => (await (await who.get(API.account.name)).json()) as NameInLinks;
const visit = async (path: string, { userAgent = CHROME, origin = app.origin, method = "HEAD" } = {}) =>
	fetch(origin + path, { method, redirect: "manual", headers: { "User-Agent": userAgent, "Accept-Language": "en" } });

describe("the name in a person's links", () => {
	it("can be changed twice a year; former ones keep working, in every process (P325, P326)", async () => {
		const first = owner.user.userSlug;
		await createLink(owner, { customLinkSlug: "sale", targetUrl: "https://example.com/sale" });
		await createLink(owner, { customLinkSlug: "old", targetUrl: "https://example.com/new" });
		expect(await known()).toEqual({ name: first, formerNames: [], changesLeft: 2, nextChangeAt: null });
		const everywhere = async (path: string, wanted: string | null) => {
			for (const { origin } of [app, beside])
				await until(async () => (await visit(path, { origin })).headers.get("location") === wanted);
		};
		await everywhere("/go/acme/sale", null);
		await everywhere(`/go/${first}/sale`, "https://example.com/sale");

		const changed = await choose("\u200b acme\u2060 ");
		expect([changed.status, await changed.json()]).toEqual([
			200,
			{ name: "acme", formerNames: [first], changesLeft: 1, nextChangeAt: null },
		]);
		expect((await visit("/go/acme/sale")).headers.get("location")).toBe("https://example.com/sale");
		expect((await visit(`/go/${first}/sale`)).headers.get("location")).toBe("https://example.com/sale");
		await owner.put(API.links.bySlug("old"), linkForm({ customLinkSlug: "new", targetUrl: "https://example.com/new" }));
		for (const name of [first, "acme", "ACME"])
			for (const slug of ["sale", "old", "New"])
				await everywhere(`/go/${name}/${slug}`, `https://example.com/${slug === "sale" ? "sale" : "new"}`);
		const page = await (await visit(`/go/${first}/old`, { userAgent: FACEBOOK, method: "GET" })).text();
		expect(page).toContain(`<meta property="og:url" content="${app.origin}/go/acme/new">`);

		expect(currentUser.parse(await (await owner.get(API.auth.user)).json()).userSlug).toBe("acme");
		expect(await (await owner.get(API.links.all)).json()).toMatchObject([
			{ shortUrl: `${app.origin}/go/acme/new` },
			{},
		]);
		const views = await (await owner.get(API.stats.views)).json();
		expect(views, "counted by a former name").toMatchObject({ bot: 1 });

		expect((await choose("acme")).status, "the same name is no change").toBe(200);
		expect(await (await choose(first)).json()).toMatchObject({ name: first, formerNames: ["acme"], changesLeft: 0 });
		await everywhere("/go/acme/old", "https://example.com/new");
		const refused = await choose("third");
		expect([refused.status, await refused.json()]).toMatchObject([
			403,
			{ code: "name_changes_used", fields: [{ field: "name", limit: 2 }] },
		]);
		ahead = 364 * DAY_MS;
		expect((await choose("third")).status, "within a year").toBe(403);
		ahead = 366 * DAY_MS;
		expect((await choose("third")).status).toBe(200);
		ahead = 0;
		await everywhere("/go/acme/sale", "https://example.com/sale");
	});

	it("is given to nobody else, by a choice, at sign-in or after the account is gone (P325)", async () => {
		const person = await subscriber(app);
		const { userSlug } = person.user;
		await createLink(person, { customLinkSlug: "kept", targetUrl: "https://example.com/kept" });
		await choose("mine\u2011alone", person);
		const rival = await subscriber(app);
		for (const name of [userSlug, "mine-alone"]) {
			const refused = await choose(name, rival);
			expect([refused.status, await refused.json()]).toMatchObject([
				409,
				{ code: "name_taken", fields: [{ field: "name" }] },
			]);
			await expect(insertUser(app.deps.db, name)).rejects.toThrow();
		}
		const namesake = await app.signedIn({ email: `${userSlug}@elsewhere.example` });
		const other = currentUser.parse(await (await namesake.get(API.auth.user)).json());
		expect(other.userSlug).not.toBe(userSlug);

		// Sent while the name was another one, as by a tab that was opened before.
		expect((await person.delete(API.account.all, { confirm: "mine-alone" })).status).toBe(204);
		for (const name of [userSlug, "mine-alone"]) {
			expect((await visit(`/go/${name}/kept`)).status).toBe(404);
			expect((await choose(name, rival)).status).toBe(409);
		}
		expect((await choose("rival-2", rival)).status).toBe(200);
	});

	it("has one winner among many at once", async () => {
		const rivals: Subscriber[] = [];
		while (rivals.length < 6) rivals.push(await subscriber(app));
		const statuses = await Promise.all(rivals.map(async (rival) => (await choose("prize", rival)).status));
		expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
		const person = rivals[0] ?? owner;
		await app.deps.pool.query("UPDATE users SET user_slug_changes = '{}' WHERE id = $1", [person.user.id]);
		const many = await Promise.all(["n1", "n2", "n3", "n4"].map(async (name) => (await choose(name, person)).status));
		expect(many.sort(), "tabs can't pass the limit together").toEqual([200, 200, 403, 403]);
	});

	it.each([
		["Ada", "Only lowercase letters"],
		["admin", "This name is reserved"],
	])("refuses %j at its field", async (name, message) => {
		const refused = await choose(name, await subscriber(app));
		expect([refused.status, await refused.json()]).toMatchObject([
			400,
			{ fields: [{ field: "name", message: expect.stringContaining(message) }] },
		]);
	});

	it.each([
		["google-support", /^You can't use this name\. It reads as if it came from Google \("google", "support"\)\.$/],
	])("refuses %s, which names a brand and an act (P466)", async (name, message) => {
		const refused = await choose(name, await subscriber(app));
		expect([refused.status, await refused.json()]).toMatchObject([
			400,
			{ code: "impersonation", fields: [{ field: "name", message: expect.stringMatching(message) }] },
		]);
	});

	it("refuses no name for a brand alone, unless a link of the owner has the act (P466)", async () => {
		for (const name of ["orange", "chase", "klarna-jones"])
			expect((await choose(name, await subscriber(app))).status).toBe(200);
		const person = await subscriber(app);
		const link = await createLink(person, { customLinkSlug: "start", targetUrl: "https://shop.example/" });
		await person.put(
			API.links.bySlug(link.linkSlug),
			linkForm({ customLinkSlug: "x", targetUrl: "https://shop.example/" }),
		);
		expect((await choose("google", person)).status).toBe(200);
		const other = await subscriber(app);
		await createLink(other, { customLinkSlug: "verify-account", targetUrl: "https://shop.example/" });
		const refused = await choose("google-inc", other);
		expect([refused.status, await refused.json()]).toMatchObject([
			400,
			{
				code: "impersonation",
				fields: [
					{
						field: "name",
						message: expect.stringMatching(/With your link "verify-account": .+Google .+shop\.example/),
					},
				],
			},
		]);
	});

	it("is judged with each link that is saved, a former one too (P465)", async () => {
		const person = await subscriber(app);
		const act = { title: "Hello", targetUrl: "https://shop.example/", customLinkSlug: "verify-account" };
		expect((await choose("paypal", person)).status).toBe(200);
		const flagged = await createLink(person, act);
		expect(flagged.flag).toMatchObject({
			state: "flagged",
			effect: "none",
			reasons: [{ code: "impersonation", brand: "PayPal", evidence: "words", words: ["paypal", "verify"] }],
		});
		await choose("jane-doe", person);
		const second = await createLink(person, { ...act, customLinkSlug: "confirm-login" });
		expect(second.flag).toMatchObject({ reasons: [{ brand: "PayPal" }] });
		expect((await createLink(person, { ...act, customLinkSlug: "summer" })).flag).toBeUndefined();
		expect(
			(await createLink(person, { ...act, customLinkSlug: "own", targetUrl: "https://www.paypal.com/" })).flag,
		).toBeUndefined();
	});
});
