import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { openBillingLock } from "#server/billing/subscriptions/sync/billing-lock.ts";
import { createStripeSync } from "#server/billing/subscriptions/sync/stripe-sync.ts";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { cookieOf } from "#server/testing/app/browser.ts";
import {
	countAtStripe,
	hasAccount,
	type Leaver,
	leave,
	leaver,
	rowOf,
	tablesWith,
} from "#server/testing/app/leaver.ts";
import { createLink, linkForm } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import { deliver, eventAbout, settled } from "#server/testing/billing/billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import { eraseAccount } from "./erase-account.ts";

const app = useBillingApp({ deadlines: { stripeClick: DEADLINES.stripeClick } });
afterEach(() => app.proxy.breakWith(null));

describe("when Stripe fails", () => {
	const NOTHING = "The payment service does not answer right now. Please try again in a moment.";
	const HALF =
		"Your account is still here, but a subscription may have ended already. Please try again in a moment: that finishes the deletion.";

	it.each([
		["GET /v1/checkout/sessions", NOTHING],
		["GET /v1/subscriptions", NOTHING],
		["DELETE /v1/subscriptions", HALF],
		["DELETE /v1/customers", HALF],
	])("at %s nothing is deleted here, and the second try ends it", async (broken, message) => {
		const person = await leaver(app, { plan: "pro" });
		const link = await createLink(person.browser);
		app.proxy.breakWith((call) => (call.startsWith(broken) ? { kind: "status", status: 500 } : null));
		const answer = await leave(person);
		expect([answer.status, await answer.json()]).toMatchObject([502, { kind: "upstream", message }]);
		expect(await hasAccount(person)).toBe(true);
		expect((await app.browser().get(link.shortUrl)).status).toBe(200);

		app.proxy.breakWith(null);
		expect((await leave(person)).status).toBe(204);
		expect(await hasAccount(person)).toBe(false);
	});

	it("after all was done over there, the second try still ends it here", async () => {
		const person = await leaver(app, { plan: "pro" });
		app.proxy.breakWith((call) => (call.startsWith("DELETE /v1/customers") ? { kind: "lostReply" } : null));
		expect((await leave(person)).status).toBe(502);
		expect(await app.stripe.customers.retrieve(person.user.stripeCustomerId ?? "")).toMatchObject({ deleted: true });
		expect(await hasAccount(person)).toBe(true);

		app.proxy.breakWith(null);
		expect((await leave(person)).status).toBe(204);
		expect(await rowOf(person)).toMatchObject({ id: expect.stringMatching(/^deleted:/) });
	});

	it("by slowness, the person is told in time, and nothing is deleted behind their back", async () => {
		const person = await leaver(app, { plan: "pro" });
		// Each of these is answered at the second try, after four seconds: three are more than a click waits.
		const silent = new Set(["GET /v1/checkout", "DELETE /v1/subscriptions", "DELETE /v1/customers"]);
		app.proxy.breakWith((call) => {
			const start = [...silent].find((each) => call.startsWith(each));
			return start && silent.delete(start) ? { kind: "hang" } : null;
		});
		expect((await leave(person)).status).toBe(502);
		const lock = openBillingLock(app.deps);
		// What goes on after the answer ends before the next one's turn.
		await lock.hold(person.user.id, async () => {});
		await lock.close();
		expect(await app.stripe.customers.retrieve(person.user.stripeCustomerId ?? "")).toMatchObject({ deleted: true });
		expect(await hasAccount(person)).toBe(true);
		expect((await leave(person)).status).toBe(204);
	});
});

describe("at the same time", () => {
	it("two clicks delete one account, once", async () => {
		const person = await leaver(app, { plan: "pro" });
		const statuses = (await Promise.all([leave(person), leave(person)])).map(({ status }) => status);
		expect(statuses.filter((status) => status === 204).length).toBeGreaterThan(0);
		expect(statuses.every((status) => status === 204 || status === 401)).toBe(true);
		expect(countAtStripe(person, "customer.subscription.deleted")).toBe(1);
	});

	it("an event that waited while the account was deleted and begun anew writes nothing", async () => {
		const person = await leaver(app, { plan: "pro" });
		const old = { userId: person.user.id, customerId: person.user.stripeCustomerId ?? "" };
		await leave(person);
		await app.signedIn({ email: person.email });
		const lock = openBillingLock(app.deps);
		const sync = createStripeSync(app.deps);
		expect(await lock.hold(old.userId, (tx) => sync.syncCustomer(tx, old))).toEqual([]);
		await lock.close();
		const { rowCount } = await app.deps.pool.query("SELECT 1 FROM stripe_customers WHERE user_id = $1", [old.userId]);
		expect(rowCount).toBe(0);
	});

	const profile = { fullName: "Ada", businessCountry: "PT", termsAccepted: true, privacyAccepted: true };
	const template = { name: "Mail", source: "a", medium: "", campaign: "", term: "", content: "" };
	const sendCsv = (browser: Leaver["browser"]) =>
		fetch(`${app.origin}${API.imports.all}?name=a.csv`, {
			method: "POST",
			headers: { "Content-Type": "text/csv", Cookie: cookieOf(browser) },
			body: "slug,target_url,title,description\na,https://example.com,A,A",
		});
	it.each<[string, (person: Leaver) => Promise<Response>, PlanId?]>([
		["a link", ({ browser }: Leaver) => browser.post(API.links.all, linkForm()), "pro"],
		["a template", ({ browser }: Leaver) => browser.post(API.links.utmTemplates, template), "pro"],
		["a file", ({ browser }: Leaver) => sendCsv(browser), "pro"],
		// Of those who have paid, it is refused at once.
		["an onboarding", ({ browser, email }: Leaver) => browser.post(API.auth.onboarding, { ...profile, email })],
	])("%s that waits while the account goes is refused", async (_name, send, plan) => {
		const person = await leaver(app, plan ? { plan } : {});
		let answer: Promise<Response> | undefined;
		await app.deps.db.transaction(async (tx) => {
			await tx.select().from(users).where(eq(users.id, person.user.id)).for("update");
			answer = send(person);
			await until(async () => {
				const waiting =
					"SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
				return (await app.deps.pool.query(waiting)).rowCount !== 0;
			});
			const without = { storedImages: { release: async () => {} }, people: { keep: async () => {} } };
			await eraseAccount(tx, { account: person.user, ...without, at: new Date() });
		});
		expect((await answer)?.status).toBe(401);
	});

	it("links, clicks and events in between end with the account", async () => {
		const person = await leaver(app, { plan: "pro" });
		const { browser, user } = person;
		const work = [
			...Array.from({ length: 10 }, () => browser.post(API.links.all, linkForm())),
			...Array.from({ length: 3 }, () => deliver(app, eventAbout(user.stripeCustomerId))),
			browser.post(API.subscriptions.checkout, { planId: "enterprise" }),
			browser.post(API.subscriptions.cancel),
			browser.post(API.auth.onboarding, { ...profile, email: person.email }),
		];
		const [gone, ...others] = await Promise.all([leave(person), ...work]);
		expect(gone?.status).toBe(204);
		expect(others.filter(({ status }) => status >= 500)).toEqual([]);
		await settled(app);
		expect(await tablesWith(app, [user.id, person.email])).toEqual([]);
		expect(countAtStripe(person, "customer.subscription.deleted")).toBe(
			countAtStripe(person, "customer.subscription.created"),
		);
	});
});
