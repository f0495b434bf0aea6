import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
	type BillingApp,
	CARDS,
	deliver,
	eventAbout,
	pageFor,
	settled,
	startBillingApp,
	submit,
	userOf,
} from "#server/testing/billing.ts";
import type { Browser } from "#server/testing/browser.ts";
import { createLink, linkForm } from "#server/testing/subscriber.ts";
import { subscribe, until } from "#server/testing/test-app.ts";
import { API } from "#shared/api-paths.ts";
import type { CurrentUser } from "#shared/auth/current-user.ts";
import { type User, users } from "#shared/auth/users.table.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let app: BillingApp;
let people = 0;
beforeAll(async () => {
	app = await startBillingApp();
});
afterEach(() => app.proxy.breakWith(null));
afterAll(() => app.close());

type Person = { browser: Browser; email: string; user: User };

async function somebody(options: Parameters<BillingApp["signedIn"]>[0] = {}): Promise<Person> {
	const email = `leaver${++people}@example.com`;
	const browser = await app.signedIn({ ...options, email });
	await settled(app);
	return { browser, email, user: await userOf(app, email) };
}

const remove = ({ browser, user }: Person) => browser.delete(API.account.all, { confirm: user.userSlug });
const signIn = (email: string) => app.signedIn({ email, consent: false });
const currentUser = async (browser: Browser) => (await (await browser.get(API.auth.user)).json()) as CurrentUser;
const statusAtStripe = async ({ user }: Person) => {
	const { data } = await app.stripe.subscriptions.list({ customer: user.stripeCustomerId ?? "", status: "all" });
	return data.map(({ status }) => status);
};
const eventsAbout = async ({ user }: Person, type: string) => {
	const { data } = await app.stripe.events.list({ type, limit: 100 });
	return data.filter(({ data }) => "customer" in data.object && data.object.customer === user.stripeCustomerId);
};
const hasAccount = async ({ browser }: Person) => (await browser.get(API.auth.user)).status === 200;
const tombstoneOf = async ({ user }: Person) => {
	const [row] = await app.deps.db.select().from(users).where(eq(users.userSlug, user.userSlug));
	return row;
};

/** Every table in which one of these texts stands, in any column. */
async function tablesWith(texts: string[]): Promise<string[]> {
	const { rows } = await app.deps.pool.query(
		"SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
	);
	const found = await Promise.all(
		rows.map(async ({ name }) => {
			const pattern = texts.map((text) => text.replaceAll(/[^\w@-]/g, "\\$&")).join("|");
			const hits = await app.deps.pool.query(`SELECT 1 FROM "${name}" AS t WHERE t::text ~* $1 LIMIT 1`, [pattern]);
			return hits.rowCount ? [name] : [];
		}),
	);
	return found.flat();
}

describe("deleting an account", () => {
	it("asks for the person's own slug, and else changes nothing", async () => {
		const person = await somebody();
		for (const body of [
			{},
			{ confirm: "" },
			{ confirm: "somebody-else" },
			{ confirm: 1 },
			{ confirm: "x".repeat(9999) },
		]) {
			const answer = await person.browser.delete(API.account.all, body);
			expect(answer.status).toBe(400);
			expect(await answer.json()).toEqual({ kind: "invalid", message: "Type your user name to confirm" });
		}
		expect((await person.browser.delete(API.account.all)).status).toBe(415);
		expect(await hasAccount(person)).toBe(true);
		expect((await app.browser().delete(API.account.all, { confirm: person.user.userSlug })).status).toBe(401);
	});

	it("ends the subscription and the links, signs out everywhere, and leaves no trace of the person", async () => {
		const person = await somebody({ plan: "pro" });
		const business = { isBusiness: true, businessName: "Analytical Engines", businessAddress: "12 Dorset Street" };
		await person.browser.post(API.auth.onboarding, {
			...{ fullName: "Augusta King", businessCountry: "PT", businessVat: "PT123456789", email: person.email },
			...{ ...business, termsAccepted: true, privacyAccepted: true },
		});
		const link = await createLink(person.browser, { title: "A farewell" });
		expect((await app.browser().get(link.shortUrl)).status).toBe(200);
		const elsewhere = await signIn(person.email);

		const answer = await remove(person);

		expect(answer.status).toBe(204);
		expect(answer.headers.getSetCookie().join()).toMatch(/^visualink=;.*Expires=Thu, 01 Jan 1970/);
		expect((await elsewhere.get(API.auth.user)).status).toBe(401);
		expect((await elsewhere.get(API.links.all)).status).toBe(401);
		await until(async () => (await app.browser().get(link.shortUrl)).status === 404, 2_000);
		expect(await eventsAbout(person, "customer.subscription.deleted")).toHaveLength(1);
		expect(await app.stripe.customers.retrieve(person.user.stripeCustomerId ?? "")).toMatchObject({ deleted: true });

		await settled(app);
		const views = () => app.deps.pool.query("SELECT 1 FROM views WHERE link_id = $1", [link.id]);
		await until(async () => (await views()).rowCount === 0);
		const traces = [person.user.id, person.email, "Augusta", "Analytical", "Dorset", "123456789", "A farewell"];
		expect(await tablesWith(traces)).toEqual([]);
	});

	it("keeps the payments, without a person, and the two countries of VAT evidence", async () => {
		const person = await somebody({ plan: "basic" });
		await app.deps.db.update(users).set({ ipCountry: "PT" }).where(eq(users.id, person.user.id));
		await remove(person);
		const tombstone = await tombstoneOf(person);
		const { userSlug, createdAt } = person.user;
		expect(tombstone).toEqual({
			...{ id: expect.stringMatching(/^deleted:/), email: `${tombstone?.id}@deleted.invalid`, userSlug, createdAt },
			...{ firstName: null, lastName: null, profileImageUrl: null, stripeCustomerId: null, isBusiness: false },
			...{ businessName: null, businessAddress: null, businessCountry: null, businessVat: null },
			...{ cardCountry: "US", ipCountry: "PT", ipAddress: null },
			...{ updatedAt: expect.any(Date), deletedAt: expect.any(Date), disabledAt: null, disabledReason: null },
		});
		const { rows } = await app.deps.pool.query("SELECT * FROM payments WHERE user_id = $1", [tombstone?.id]);
		expect(rows).toMatchObject([{ amount: 999, status: "succeeded", receipt_url: null, payment_method: null }]);
		expect(rows[0].stripe_invoice_id).toMatch(/^in_/);
	});

	it("lets the same Google account begin anew, as somebody else with a slug of their own, who can subscribe", async () => {
		const person = await somebody({ plan: "pro" });
		const old = await createLink(person.browser);
		await app.browser().get(old.shortUrl);
		await remove(person);

		const again = await app.signedIn({ email: person.email });
		const user = await currentUser(again);
		expect(user.userSlug).not.toBe(person.user.userSlug);
		expect((await userOf(app, person.email)).id).toBe(person.user.id);
		expect(await (await again.get(API.account.data)).json()).toMatchObject({ payments: [], links: [], views: [] });
		// Stripe repeats its answer to an idempotency key for a day: the first account's customer must not come back.
		await subscribe(again, "basic");
		const link = await createLink(again);
		expect(link.shortUrl).toContain(`/go/${user.userSlug}/`);
		expect((await app.browser().get(old.shortUrl)).status).toBe(404);
	});

	it("needs neither subscription nor consent", async () => {
		for (const person of [await somebody(), await somebody({ consent: false })]) {
			expect((await remove(person)).status).toBe(204);
			expect(await hasAccount(person)).toBe(false);
			expect(await tombstoneOf(person)).toMatchObject({ cardCountry: null, ipCountry: null });
		}
	});

	it("ends a subscription whose renewal failed, and closes a page that waits for payment", async () => {
		const late = await somebody({ plan: "basic" });
		const customer = late.user.stripeCustomerId ?? "";
		await app.sandbox?.setCard({ customer, cardNumber: CARDS.declinedLater });
		await app.sandbox?.advance({ customer, days: 32 });
		await settled(app);
		expect(await statusAtStripe(late)).toEqual(["past_due"]);
		expect((await remove(late)).status).toBe(204);
		expect(await eventsAbout(late, "customer.subscription.deleted")).toHaveLength(1);

		const undecided = await somebody();
		const page = await pageFor(undecided.browser, "pro");
		undecided.user = await userOf(app, undecided.email);
		expect((await remove(undecided)).status).toBe(204);
		expect((await submit(app.browser(), page, { card_number: CARDS.ok })).status).not.toBe(303);
		expect(await eventsAbout(undecided, "customer.subscription.created")).toEqual([]);
	});

	it("leaves a webhook that comes later with nothing to do", async () => {
		const person = await somebody({ plan: "pro" });
		await remove(person);
		const customer = person.user.stripeCustomerId;
		expect((await deliver(app, eventAbout(customer))).status).toBe(200);
		await settled(app);
		const { rowCount } = await app.deps.pool.query("SELECT 1 FROM subscriptions WHERE user_id LIKE 'deleted:%'");
		expect(rowCount).toBe(0);
		expect((await tombstoneOf(person))?.stripeCustomerId).toBeNull();
		expect(await hasAccount(person)).toBe(false);
	});
});

describe("when Stripe fails", () => {
	const CALLS = [
		"GET /v1/checkout/sessions",
		"GET /v1/subscriptions",
		"DELETE /v1/subscriptions",
		"DELETE /v1/customers",
	];

	it.each(CALLS)("at %s nothing is deleted, and the second try ends it", async (broken) => {
		const person = await somebody({ plan: "pro" });
		const link = await createLink(person.browser);
		app.proxy.breakWith((call) => (call.startsWith(broken) ? { kind: "status", status: 500 } : null));
		expect((await remove(person)).status).toBe(502);
		expect(await hasAccount(person)).toBe(true);
		expect((await app.browser().get(link.shortUrl)).status).toBe(200);

		app.proxy.breakWith(null);
		expect((await remove(person)).status).toBe(204);
		expect(await hasAccount(person)).toBe(false);
	});

	it("after all was done over there, the second try still ends it here", async () => {
		const person = await somebody({ plan: "pro" });
		app.proxy.breakWith((call) => (call.startsWith("DELETE /v1/customers") ? { kind: "lostReply" } : null));
		expect((await remove(person)).status).toBe(502);
		expect(await app.stripe.customers.retrieve(person.user.stripeCustomerId ?? "")).toMatchObject({ deleted: true });
		expect(await hasAccount(person)).toBe(true);

		app.proxy.breakWith(null);
		expect((await remove(person)).status).toBe(204);
		expect(await tombstoneOf(person)).toMatchObject({ id: expect.stringMatching(/^deleted:/) });
	});

	it("by silence, the person is told in time, and nothing is deleted behind their back", async () => {
		const person = await somebody({ plan: "pro" });
		app.proxy.breakWith((call) => (call.startsWith("DELETE /v1/customers") ? { kind: "hang" } : null));
		expect((await remove(person)).status).toBe(502);
		expect(await hasAccount(person)).toBe(true);
	});
});

describe("at the same time", () => {
	it("two clicks delete one account, once", async () => {
		const person = await somebody({ plan: "pro" });
		const statuses = (await Promise.all([remove(person), remove(person)])).map(({ status }) => status);
		expect(statuses.filter((status) => status === 204).length).toBeGreaterThan(0);
		expect(statuses.every((status) => status === 204 || status === 401)).toBe(true);
		expect(await eventsAbout(person, "customer.subscription.deleted")).toHaveLength(1);
	});

	it("links, clicks and events in between end with the account", async () => {
		const person = await somebody({ plan: "pro" });
		const { browser, user } = person;
		const work = [
			...Array.from({ length: 10 }, () => browser.post(API.links.all, linkForm())),
			...Array.from({ length: 3 }, () => deliver(app, eventAbout(user.stripeCustomerId))),
			browser.post(API.subscriptions.checkout, { planId: "enterprise" }),
			browser.post(API.subscriptions.cancel),
			browser.post(API.auth.onboarding, {
				fullName: "Ada",
				businessCountry: "PT",
				email: person.email,
				termsAccepted: true,
				privacyAccepted: true,
			}),
		];
		const [gone, ...others] = await Promise.all([remove(person), ...work]);
		expect(gone?.status).toBe(204);
		expect(others.filter(({ status }) => status >= 500)).toEqual([]);
		await settled(app);
		expect(await tablesWith([user.id, person.email])).toEqual([]);
		expect(await statusAtStripe(person).catch(() => [])).toEqual([]);
	});
});
