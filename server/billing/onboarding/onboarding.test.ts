import { describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const app = useTestApp({ env: { IP_COUNTRY_HEADER: "CF-IPCountry", TRUST_PROXY: "1" } });
let people = 0;

const person = {
	email: "ada@example.com",
	fullName: "Ada King Lovelace",
	businessCountry: "US",
	termsAccepted: true,
	privacyAccepted: true,
};
const business = {
	...person,
	isBusiness: true,
	businessName: "Analytical Engines",
	businessAddress: "1 Mill Street, Lisbon",
	businessCountry: "PT",
	businessVat: "PT 501 442 600",
};

async function newcomer(email: string) {
	const browser = await app.signedIn({ email, consent: false });
	const row = async () => (await app.deps.pool.query("SELECT * FROM users WHERE email = $1", [email])).rows[0];
	return { browser, row };
}

describe("POST /api/auth/onboarding", () => {
	it("stores an individual's profile and consent", async () => {
		const { browser, row } = await newcomer("individual@example.com");
		const answer = await browser.post("/api/auth/onboarding", person, { headers: { "CF-IPCountry": "pt" } });
		expect(answer.status).toBe(204);
		expect(await (await browser.get("/api/auth/user")).json()).toMatchObject({
			firstName: "Ada",
			lastName: "King Lovelace",
			needsConsent: false,
			hasConsent: true,
		});
		expect(await row()).toMatchObject({
			is_business: false,
			business_name: null,
			business_country: "US",
			business_vat: null,
			ip_country: "PT",
			ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
		});
	});

	it.each([
		["its header", { "CF-IPCountry": "ES", "X-Forwarded-For": "85.240.0.1" }, "ES", "85.240.0.1"],
		["a header that knows no country", { "CF-IPCountry": "XX", "X-Forwarded-For": "85.240.0.1" }, "PT", "85.240.0.1"],
		["an IPv4 address", { "X-Forwarded-For": "193.0.6.139" }, "NL", "193.0.6.139"],
		["an IPv6 address", { "X-Forwarded-For": "2001:8a0::1" }, "PT", "2001:8a0::1"],
		["the last hop alone", { "X-Forwarded-For": "8.8.8.8, 85.240.0.1" }, "PT", "85.240.0.1"],
		["a private address", { "X-Forwarded-For": "10.1.2.3" }, null, "10.1.2.3"],
		["no address", { "X-Forwarded-For": "unknown" }, null, null],
		["an address with a long zone", { "X-Forwarded-For": `fe80::1%${"a".repeat(60)}` }, null, null],
	])("keeps where one came from: %s", async (_case, headers, country, address) => {
		const { browser, row } = await newcomer(`from${++people}@example.com`);
		expect((await browser.post("/api/auth/onboarding", person, { headers })).status).toBe(204);
		expect(await row()).toMatchObject({ ip_country: country, ip_address: address });
	});

	it("stores a business with its VAT number in one spelling", async () => {
		const { browser, row } = await newcomer("business@example.com");
		expect((await browser.post("/api/auth/onboarding", business)).status).toBe(204);
		expect(await row()).toMatchObject({
			is_business: true,
			business_name: "Analytical Engines",
			business_address: "1 Mill Street, Lisbon",
			business_country: "PT",
			business_vat: "PT501442600",
		});
	});

	it("keeps one consent when it is sent twice", async () => {
		const { browser, row } = await newcomer("twice@example.com");
		await browser.post("/api/auth/onboarding", person);
		expect((await browser.post("/api/auth/onboarding", business)).status).toBe(204);
		const { id } = await row();
		const { rows } = await app.deps.pool.query("SELECT * FROM user_consents WHERE user_id = $1", [id]);
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ terms_accepted: true, privacy_accepted: true });
	});

	it.each([
		["an unknown country", { ...person, businessCountry: "ZZ" }, "Country is required"],
		["terms not accepted", { ...person, termsAccepted: false }, "You must accept the terms and conditions"],
		["a name that is no text", { ...person, fullName: 7 }, "Invalid input"],
		[
			"a business without an address",
			{ ...business, businessAddress: undefined },
			"Business name, address, and country are required for businesses",
		],
		["a malformed VAT number", { ...business, businessVat: "PT12" }, "Please enter a valid VAT number"],
	])("refuses %s", async (_case, form, message) => {
		const { browser } = await newcomer("refused@example.com");
		const answer = await browser.post("/api/auth/onboarding", form);
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ kind: "invalid", message });
		expect(await (await browser.get("/api/auth/user")).json()).toMatchObject({ needsConsent: true });
	});

	it("asks no VAT number of a business outside the EU", async () => {
		const { browser } = await newcomer("us@example.com");
		const form = { ...business, businessCountry: "US", businessVat: undefined };
		expect((await browser.post("/api/auth/onboarding", form)).status).toBe(204);
	});

	it("is for signed-in people, and takes JSON alone", async () => {
		expect((await app.browser().post("/api/auth/onboarding", person)).status).toBe(401);
		const { browser } = await newcomer("json@example.com");
		const asForm = await browser.post("/api/auth/onboarding", new URLSearchParams({ fullName: "Ada" }));
		expect(asForm.status).toBe(415);
	});
});
