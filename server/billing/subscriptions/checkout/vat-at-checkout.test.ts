import { describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { pageFor, userOf } from "#server/testing/billing/billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

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
});

describe("details that are corrected after onboarding", () => {
	const details = ({ email: _email, termsAccepted: _terms, privacyAccepted: _privacy, ...rest } = business("")) => rest;
	const put = (person: Browser, body: Record<string, unknown>) => person.put(API.account.billingDetails, body);
	const stripeName = async (email: string) => {
		const { stripeCustomerId } = await userOf(app, email);
		const customer = await app.stripe.customers.retrieve(stripeCustomerId ?? "");
		return customer.deleted ? null : [customer.name, customer.address?.line1, customer.address?.country];
	};

	it("reach Stripe: name, address, and the number in place of the first one", async () => {
		const email = "ioanna@example.com";
		const person = await app.signedIn({ email, consent: false });
		await person.post(API.auth.onboarding, business(email));
		expect(await (await person.get(API.account.billingDetails)).json()).toEqual({
			...details(),
			businessVat: "EL094259216",
		});
		await pageFor(person, "pro");
		const corrected = { ...details(), businessName: "Ioanna AE", businessVat: "EL 094 014 201" };
		const answer = await put(person, corrected);
		expect([answer.status, await answer.json()]).toEqual([200, { ...corrected, businessVat: "EL094014201" }]);
		expect(await taxIdsOf(email)).toEqual([{ type: "eu_vat", value: "EL094014201" }]);
		expect(await stripeName(email)).toEqual(["Ioanna AE", "Ermou 1, Athens", "GR"]);
		// The next page asks for nothing else.
		await pageFor(person, "basic");
		expect(await taxIdsOf(email)).toEqual([{ type: "eu_vat", value: "EL094014201" }]);
	});

	it.each([
		["a malformed number", { businessVat: "EL1" }, "Please enter a valid VAT number"],
		["no country", { businessCountry: "" }, "Country is required"],
		["no name", { fullName: " " }, "Required"],
		["a business without its name", { businessName: "" }, /^Business name, address, and country are required/],
	])("are refused with %s, and nothing changes", async (_case, change, message) => {
		const person = await app.signedIn();
		const before = await (await person.get(API.account.billingDetails)).json();
		const answer = await put(person, { ...details(), ...change });
		const words = typeof message === "string" ? message : expect.stringMatching(message);
		expect([answer.status, await answer.json()]).toMatchObject([400, { kind: "invalid", message: words }]);
		expect(await (await person.get(API.account.billingDetails)).json()).toEqual(before);
	});

	it.each([
		["while Stripe is away", "/v1/customers", 503, 502],
		["while Stripe's tax service is away", "/tax_ids", 503, 502],
		["with a number that Stripe refuses", "/tax_ids", 400, 400],
	])("are not half saved %s", async (_case, part, status, answered) => {
		const email = `maria${part.length}${status}@example.com`;
		const person = await app.signedIn({ email });
		await pageFor(person, "pro");
		const both = async () => [await (await person.get(API.account.billingDetails)).json(), await stripeName(email)];
		const before = await both();
		app.proxy.breakWith((call) => (call.startsWith("POST") && call.includes(part) ? { kind: "status", status } : null));
		expect((await put(person, details())).status).toBe(answered);
		app.proxy.breakWith(null);
		expect(await both()).toEqual(before);
	});
});
