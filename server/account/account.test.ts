import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { countAtStripe, hasAccount, leave, leaver, rowOf, tablesWith } from "#server/testing/app/leaver.ts";
import { createLink } from "#server/testing/app/subscriber.ts";
import { subscribe, until } from "#server/testing/app/test-app.ts";
import { settled, userOf } from "#server/testing/billing/billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();

describe("deleting an account", () => {
	it("asks for the person's own slug, and else changes nothing", async () => {
		const person = await leaver(app);
		for (const body of [
			{},
			{ confirm: "" },
			{ confirm: "somebody-else" },
			{ confirm: 1 },
			{ confirm: "x".repeat(9999) },
		]) {
			const answer = await person.browser.delete(API.account.all, body);
			expect(answer.status).toBe(400);
			expect(await answer.json()).toMatchObject({ kind: "invalid", message: "Type your user name to confirm" });
		}
		expect((await person.browser.delete(API.account.all)).status).toBe(415);
		expect(await hasAccount(person)).toBe(true);
		expect((await app.browser().delete(API.account.all, { confirm: person.user.userSlug })).status).toBe(401);
	});

	it("ends the subscription and the links, signs out everywhere, and leaves no trace of the person", async () => {
		const person = await leaver(app, { plan: "pro" });
		const business = { isBusiness: true, businessName: "Analytical Engines", businessAddress: "12 Dorset Street" };
		await person.browser.post(API.auth.onboarding, {
			...{ fullName: "Augusta King", businessCountry: "PT", businessVat: "PT123456789", email: person.email },
			...{ ...business, termsAccepted: true, privacyAccepted: true },
		});
		const link = await createLink(person.browser, { title: "A farewell" });
		expect((await app.browser().get(link.shortUrl)).status).toBe(200);
		const template = { name: "A farewell template", source: "a", medium: "", campaign: "", term: "", content: "" };
		expect((await person.browser.post(API.links.utmTemplates, template)).status).toBe(200);
		const program = await apiClient(app, person.browser, { name: "A farewell key" });
		expect((await program.get("/me")).status).toBe(200);
		await app.deps.pool.query("UPDATE links SET external_id = 'A farewell id' WHERE id = $1", [link.id]);
		await app.deps.pool.query(
			`INSERT INTO idempotency_keys (user_id, key, answer, content_hash, created_at)
				VALUES ($1, 'v1 1', '{"title":"A farewell"}', '', now())`,
			[person.user.id],
		);
		const elsewhere = await app.signedIn({ email: person.email, consent: false });

		const answer = await leave(person);

		expect(answer.status).toBe(204);
		expect(answer.headers.getSetCookie().join()).toMatch(/^visualink=;.*Expires=Thu, 01 Jan 1970/);
		expect((await elsewhere.get(API.auth.user)).status).toBe(401);
		expect((await elsewhere.get(API.links.all)).status).toBe(401);
		await until(async () => (await program.get("/me")).status === 401, 2_000);
		await until(async () => (await app.browser().get(link.shortUrl)).status === 404, 2_000);
		expect(countAtStripe(person, "customer.subscription.deleted")).toBe(1);
		expect(await app.stripe.customers.retrieve(person.user.stripeCustomerId ?? "")).toMatchObject({ deleted: true });

		await settled(app);
		const views = () => app.deps.pool.query("SELECT 1 FROM views WHERE link_id = $1", [link.id]);
		await until(async () => (await views()).rowCount === 0);
		const traces = [person.user.id, person.email, "Augusta", "Analytical", "Dorset", "123456789", "A farewell"];
		expect(await tablesWith(app, traces)).toEqual([]);
	});

	it("keeps the payments, without a person, and the two countries of VAT evidence", async () => {
		const person = await leaver(app, { plan: "basic" });
		await app.deps.db.update(users).set({ ipCountry: "PT" }).where(eq(users.id, person.user.id));
		await leave(person);
		const tombstone = await rowOf(person);
		const { userSlug, createdAt } = person.user;
		expect(tombstone).toEqual({
			...{ id: expect.stringMatching(/^deleted:/), email: `${tombstone?.id}@deleted.invalid`, userSlug, createdAt },
			...{
				firstName: null,
				lastName: null,
				profileImageUrl: null,
				stripeCustomerId: null,
				emailAtStripe: null,
				isBusiness: false,
			},
			...{ businessName: null, businessAddress: null, businessCountry: null, businessVat: null },
			...{ cardCountry: "US", ipCountry: "PT", ipAddress: null },
			...{
				userSlugChanges: [],
				updatedAt: expect.any(Date),
				deletedAt: expect.any(Date),
				disabledAt: null,
				disabledReason: null,
				trustedAt: null,
			},
		});
		const { rows } = await app.deps.pool.query("SELECT * FROM payments WHERE user_id = $1", [tombstone?.id]);
		expect(rows).toMatchObject([{ amount: 999, status: "succeeded", receipt_url: null, payment_method: null }]);
		expect(rows[0].stripe_invoice_id).toMatch(/^in_/);
	});

	it("lets the same Google account begin anew, as somebody else with a slug of their own, who can subscribe", async () => {
		const person = await leaver(app, { plan: "pro" });
		const old = await createLink(person.browser);
		await app.browser().get(old.shortUrl);
		await leave(person);

		const again = await app.signedIn({ email: person.email });
		const user = (await (await again.get(API.auth.user)).json()) as CurrentUser;
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
		for (const person of [await leaver(app), await leaver(app, { consent: false })]) {
			expect((await leave(person)).status).toBe(204);
			expect(await hasAccount(person)).toBe(false);
			expect(await rowOf(person)).toMatchObject({ cardCountry: null, ipCountry: null });
		}
	});
});
