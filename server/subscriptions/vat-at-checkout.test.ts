import { describe, expect, it, vi } from "vitest";
import { activeOf, CARDS, pageFor, settled, submit, userOf } from "#server/testing/billing/billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/api-paths.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const app = useBillingApp();

const business = (email: string) => ({
	email,
	fullName: "Eleni Papadopoulou",
	isBusiness: true,
	businessName: "Eleni AE",
	businessAddress: "Ermou 1, Athens",
	businessCountry: "GR",
	businessVat: "094 259 216",
	termsAccepted: true,
	privacyAccepted: true,
});

async function taxIdsOf(email: string) {
	const { stripeCustomerId } = await userOf(app, email);
	const { data } = await app.stripe.customers.listTaxIds(stripeCustomerId ?? "");
	return data.map(({ type, value }) => ({ type, value }));
}

describe("F23: a business's VAT number becomes the customer's tax id", () => {
	it("from onboarding, once, in VIES's spelling", async () => {
		const email = "eleni@example.com";
		const person = await app.signedIn({ email, consent: false });
		expect((await person.post(API.auth.onboarding, business(email))).status).toBe(204);
		await pageFor(person, "pro");
		await pageFor(person, "basic");
		expect(await taxIdsOf(email)).toEqual([{ type: "eu_vat", value: "EL094259216" }]);
	});

	it("from the checkout itself", async () => {
		const email = "rosa@example.com";
		const person = await app.signedIn({ email });
		const vatInfo = { countryCode: "PT", vatNumber: "501 964 843", companyName: "Rosa Lda" };
		expect((await person.post(API.subscriptions.checkout, { planId: "pro", vatInfo })).status).toBe(200);
		expect(await taxIdsOf(email)).toEqual([{ type: "eu_vat", value: "PT501964843" }]);
	});

	it("blocks nobody while the tax service is away", async () => {
		const email = "spiros@example.com";
		const person = await app.signedIn({ email, consent: false });
		await person.post(API.auth.onboarding, business(email));
		app.proxy.breakWith((call) => (call.includes("tax_ids") ? { kind: "status", status: 503 } : null));
		const page = await pageFor(person, "pro");
		app.proxy.breakWith(null);
		await submit(person, page, { card_number: CARDS.ok });
		await settled(app);
		expect((await activeOf(person)).active).toBe(true);
	});
});
