import { afterEach, describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { until } from "#server/testing/app/until.ts";
import { CARDS, pageFor, settled, submit, userOf } from "#server/testing/billing/billing.ts";
import { newcomer, payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();
afterEach(() => app.proxy.breakWith(null));

const ENGINES = {
	...{ fullName: "Ada Lovelace", isBusiness: true, businessName: "Engines Lda", businessVat: "PT501964843" },
	...{ businessAddress: "Rua das Flores 1\nPorto", businessCountry: "PT" },
};
const CARDHOLDER = { name: "Card Holder", country: "US", line1: "1 Main St", postal_code: "10001", city: "New York" };
const CONSENT = { email: "ada@example.com", termsAccepted: true, privacyAccepted: true };
const NO_ADDRESS = { line1: null, line2: null, city: null, postal_code: null, state: null };

const onboard = (person: Browser, details: object) => person.post(API.auth.onboarding, { ...CONSENT, ...details });
const correct = (person: Browser, details: object) => person.put(API.account.billingDetails, { ...details });

async function customerOf(email: string) {
	return app.stripe.customers.retrieve((await userOf(app, email)).stripeCustomerId ?? "");
}

describe("P575: an e-mail address that changed at Google reaches Stripe", () => {
	/** As if the account had begun with another address: the sandbox's Google has one for each person. */
	async function withOldAddress() {
		const { person, email } = await payingCustomer(app);
		const { stripeCustomerId } = await userOf(app, email);
		await app.stripe.customers.update(stripeCustomerId ?? "", { email: "old@example.com" });
		const old = `old+${email}`;
		await app.deps.pool.query("UPDATE users SET email = $2, email_at_stripe = $2 WHERE email = $1", [email, old]);
		return { person, email };
	}
	const hasIt = async (email: string) => {
		const customer = await customerOf(email);
		return !customer.deleted && customer.email === email;
	};

	it("at the next sign-in", async () => {
		const { email } = await withOldAddress();
		await app.signedIn({ email });
		await until(() => hasIt(email));
		await until(async () => (await userOf(app, email)).emailAtStripe === email);
	});

	it("also where Stripe is away at that moment, which the sign-in doesn't notice", async () => {
		const { email } = await withOldAddress();
		let refused = 0;
		app.proxy.breakWith((call) => {
			if (!call.startsWith("POST /v1/customers/")) return null;
			refused += 1;
			return { kind: "status", status: 503 };
		});
		const again = await app.signedIn({ email });
		expect((await again.get(API.auth.user)).status).toBe(200);
		await until(() => Promise.resolve(refused > 0));
		expect(await hasIt(email)).toBe(false);
		app.proxy.breakWith(null);
		await app.signedIn({ email });
		await until(() => hasIt(email));
	});
});

describe("P575: a checkout page that is open while details change is closed", () => {
	it("so that a business's invoice never names the cardholder", async () => {
		const { person, email } = await newcomer(app);
		const otherTab = await pageFor(person, "pro");
		expect((await onboard(person, ENGINES)).status).toBe(204);
		const paid = { card_number: CARDS.ok, ...CARDHOLDER };
		expect((await submit(person, otherTab, paid)).status).toBe(410);
		expect((await submit(person, await pageFor(person, "pro"), paid)).status).toBe(303);
		await settled(app);
		const { stripeCustomerId } = await userOf(app, email);
		const { data } = await app.stripe.invoices.list({ customer: stripeCustomerId ?? "" });
		expect(data).toMatchObject([
			{ customer_name: "Engines Lda", customer_address: { line1: "Rua das Flores 1, Porto" } },
		]);
	});

	it("by the details of the account, too", async () => {
		const { person } = await newcomer(app);
		const otherTab = await pageFor(person, "basic");
		expect((await correct(person, ENGINES)).status).toBe(200);
		expect((await submit(person, otherTab, { card_number: CARDS.ok })).status).toBe(410);
	});
});

describe("P575: nothing old stays on the customer", () => {
	it("a cleared address leaves the country", async () => {
		const { person, email } = await newcomer(app);
		await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok, ...CARDHOLDER });
		await settled(app);
		expect((await correct(person, { fullName: "Ada King", businessCountry: "PT" })).status).toBe(200);
		expect(await customerOf(email)).toMatchObject({ name: "Ada King", address: { ...NO_ADDRESS, country: "PT" } });
	});

	it("a business that turns out to be a person loses name, address and VAT number", async () => {
		const { person, email } = await newcomer(app);
		await onboard(person, ENGINES);
		await pageFor(person, "pro");
		expect((await onboard(person, { fullName: "Ada King", businessCountry: "ES" })).status).toBe(204);
		expect(await customerOf(email)).toMatchObject({ name: "Ada King", address: { ...NO_ADDRESS, country: "ES" } });
		const { stripeCustomerId } = await userOf(app, email);
		expect((await app.stripe.customers.listTaxIds(stripeCustomerId ?? "")).data).toEqual([]);
	});

	it("details can be corrected of a customer that was deleted at Stripe", async () => {
		const { person, email } = await newcomer(app);
		await pageFor(person, "pro");
		await app.stripe.customers.del((await userOf(app, email)).stripeCustomerId ?? "");
		expect((await correct(person, ENGINES)).status).toBe(200);
	});
});

describe("P576: a form of onboarding in an older tab", () => {
	it("is refused after the purchase, and changes nothing", async () => {
		const { person, email } = await newcomer(app);
		await onboard(person, ENGINES);
		app.sandbox?.webhooks.pause();
		await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok });
		const late = await onboard(person, { fullName: "Eve Other", businessCountry: "DE" });
		app.sandbox?.webhooks.resume();
		expect([late.status, await late.json()]).toMatchObject([
			409,
			{
				code: "details_in_use",
				message: "You already subscribed. Edit your details on your dashboard or account page.",
			},
		]);
		expect(await userOf(app, email)).toMatchObject({ firstName: "Ada", businessName: "Engines Lda" });
		expect(await customerOf(email)).toMatchObject({ name: "Engines Lda" });
	});

	it("is accepted before it, and while Stripe is away only without a customer there", async () => {
		const { person } = await newcomer(app);
		app.proxy.breakWith(() => ({ kind: "status", status: 503 }));
		expect((await onboard(person, ENGINES)).status).toBe(204);
		app.proxy.breakWith(null);
		await pageFor(person, "pro");
		app.proxy.breakWith(() => ({ kind: "status", status: 503 }));
		expect((await onboard(person, ENGINES)).status).toBe(502);
	});
});
