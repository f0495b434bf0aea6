import { afterAll, beforeAll, expect, it } from "vitest";
import { openCheckout, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

it("says on every page that it stands in for Stripe's, and that no money moves", async () => {
	const { stripe, control, origin } = sandbox;
	const { customer } = await subscribed(sandbox);
	const checkout = await openCheckout(sandbox);
	const portal = await stripe.billingPortal.sessions.create({ customer, configuration: "bpc_sandbox" });
	const { data } = await stripe.invoices.list({ customer });
	const pages = [
		checkout.url,
		portal.url,
		data[0]?.hosted_invoice_url,
		control.kept.charges(customer)[0]?.receipt_url,
		`${origin}/sandbox/stripe/checkout/none`,
		`${origin}/sandbox/stripe/portal/none`,
		`${origin}/sandbox/stripe/invoices/none`,
	];
	for (const address of pages) {
		const shown = await (await fetch(String(address))).text();
		expect(shown, String(address)).toContain(
			"Sandbox: this page stands in for Stripe's.</strong> No real money moves.",
		);
		expect(shown, String(address)).toContain("(sandbox, not Stripe)</title>");
	}
});
