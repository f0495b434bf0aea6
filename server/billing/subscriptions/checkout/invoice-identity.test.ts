import { describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { CARDS, pageFor, settled, submit, userOf } from "#server/testing/billing/billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { SubscriptionDetails } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();

const ENGINES = {
	fullName: "Eleni Papadopoulou",
	isBusiness: true,
	businessName: "Eleni AE",
	businessAddress: "Ermou 1\nAthens",
	businessCountry: "GR",
	businessVat: "EL094259216",
	...{ termsAccepted: true, privacyAccepted: true },
};
const CARDHOLDER = { name: "C. Holder", country: "ES", line1: "Calle Mayor 5", postal_code: "28013", city: "Madrid" };

async function billedTo(person: Browser): Promise<SubscriptionDetails["billedTo"]> {
	return ((await (await person.get(API.subscriptions.details)).json()) as SubscriptionDetails).billedTo;
}

/** The newest invoice, as Stripe keeps it and as its page prints it. */
async function invoiceOf(person: Browser, email: string) {
	const { stripeCustomerId } = await userOf(app, email);
	const [invoice] = (await app.stripe.invoices.list({ customer: stripeCustomerId ?? "", limit: 1 })).data;
	return { invoice, printed: await (await person.get(invoice?.hosted_invoice_url ?? "")).text() };
}

describe("P265: invoices carry the onboarding's identity", () => {
	it("names a business as onboarding did, whatever name is on the card", async () => {
		const email = "eleni.invoice@example.com";
		const person = await app.signedIn({ email, consent: false });
		await person.post(API.auth.onboarding, { ...ENGINES, email });
		await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok, ...CARDHOLDER });
		await settled(app);
		const { invoice, printed } = await invoiceOf(person, email);
		expect(invoice).toMatchObject({
			customer_name: "Eleni AE",
			customer_address: { line1: "Ermou 1, Athens", city: null, country: "GR" },
			customer_tax_ids: [{ type: "eu_vat", value: "EL094259216" }],
		});
		expect(printed).toContain("Ermou 1, Athens, GR · EL094259216");
		expect(await billedTo(person)).toEqual({
			...{ name: "Eleni AE", address: "Ermou 1, Athens" },
			...{ country: "GR", vatNumber: "EL094259216" },
		});
	});

	it("shows a private person the name, address and VAT number that Checkout took", async () => {
		const email = "private.invoice@example.com";
		const person = await app.signedIn({ email });
		const form = { card_number: CARDS.ok, ...CARDHOLDER, vat_number: "PT501964843" };
		await submit(person, await pageFor(person, "starter"), form);
		await settled(app);
		expect(await billedTo(person)).toEqual({
			...{ name: "C. Holder", address: "Calle Mayor 5\n28013 Madrid" },
			...{ country: "ES", vatNumber: "PT501964843" },
		});
		expect((await invoiceOf(person, email)).printed).toContain("28013 Madrid, ES · PT501964843");
	});
});
