import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import type { Config } from "#server/platform/config/config.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { createStripePages } from "./pages.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

const config = { http: { publicOrigin: "https://visualink.example" } } as Config;
const PORTALS = [
	{ id: "bpc_foreign", metadata: { app: "other" } },
	{ id: "bpc_bare", metadata: null },
	{ id: "bpc_ours", metadata: { app: "visualink" } },
];
const SUBSCRIPTION = { id: "sub_1", customer: "cus_1", status: "active" } as Stripe.Subscription;

function rig(answers: Parameters<typeof fakeStripe>[0] = {}) {
	const fake = fakeStripe({
		"billingPortal.sessions.create": () => ({ url: "the portal" }),
		"billingPortal.configurations.list": () => PORTALS,
		...answers,
	});
	return { ...fake, pages: createStripePages({ stripe: fake.stripe, config }) };
}

describe("the page on which a failed renewal is paid", () => {
	const invoice = (url: string | null) => ({ status: "open", hosted_invoice_url: url });
	const CHANGE = { ...invoice("a change"), billing_reason: "subscription_update" };
	it.each([
		["is the open invoice's", [invoice("the invoice")], "the invoice"],
		["is the newest open invoice's, by which Stripe judges", [invoice("the invoice"), invoice("older")], "the invoice"],
		["is of one that has a page", [invoice(null), invoice("the invoice")], "the invoice"],
		["is not that of an unpaid change", [CHANGE, invoice("the invoice")], "the invoice"],
		["is the portal, when none has a page", [invoice(null)], "the portal"],
		["is the portal, when nothing is open", [], "the portal"],
	])("%s", async (_case, invoices, page) => {
		const { pages, named } = rig({ "invoices.list": () => invoices });
		expect(await pages.paymentPage(SUBSCRIPTION)).toBe(page);
		const open = { subscription: "sub_1", status: "open", limit: 100 };
		expect(named("invoices.list")).toEqual([[open, WHILE_SOMEONE_WAITS]]);
		const portal = {
			customer: "cus_1",
			configuration: "bpc_ours",
			return_url: "https://visualink.example/admin?tab=subscription",
		};
		expect(named("billingPortal.sessions.create")).toEqual(
			page === "the portal" ? [[portal, WHILE_SOMEONE_WAITS]] : [],
		);
	});
});

describe("the portal", () => {
	it.each([
		["of a valid subscription leads back to its tab", true, "/admin?tab=subscription"],
		["of any other user leads back to the account page", false, "/account"],
	])("%s", async (_case, isValid, path) => {
		const { pages, named } = rig();
		expect(await pages.portalPage("cus_1", { isValid })).toBe("the portal");
		const page = { customer: "cus_1", configuration: "bpc_ours", return_url: `https://visualink.example${path}` };
		expect(named("billingPortal.sessions.create")).toEqual([[page, WHILE_SOMEONE_WAITS]]);
	});

	it.each([
		[true, "/admin?tab=subscription"],
		[false, "/account"],
	])("has a page for only the card, which leads back likewise (valid: %s)", async (isValid, path) => {
		const { pages, named } = rig();
		expect(await pages.cardPage("cus_1", { isValid })).toBe("the portal");
		const return_url = `https://visualink.example${path}`;
		const after_completion = { type: "redirect", redirect: { return_url } };
		const flow_data = { type: "payment_method_update", after_completion };
		const page = { customer: "cus_1", configuration: "bpc_ours", return_url, flow_data };
		expect(named("billingPortal.sessions.create")).toEqual([[page, WHILE_SOMEONE_WAITS]]);
	});

	it("looks for its configuration until there is one", async () => {
		let found: object[] = [];
		const { pages, named } = rig({ "billingPortal.configurations.list": () => found });
		await pages.portalPage("cus_1", { isValid: true });
		found = PORTALS;
		for (const _time of [1, 2]) await pages.portalPage("cus_1", { isValid: true });
		const used = named("billingPortal.sessions.create").map(
			([page]) => (page as { configuration?: string }).configuration,
		);
		expect(used).toEqual([undefined, "bpc_ours", "bpc_ours"]);
		expect(named("billingPortal.configurations.list")).toHaveLength(2);
	});
});
