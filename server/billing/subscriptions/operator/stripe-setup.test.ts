import { expect, it } from "vitest";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { createPlanPrices } from "../stripe/plan-prices.ts";
import { setUpStripe } from "./stripe-setup.ts";

const app = useBillingApp();

const setUp = async () => {
	const said: string[] = [];
	const { webhookSecret } = await setUpStripe({
		stripe: app.stripe,
		publicOrigin: "https://visualink.example",
		say: (line) => said.push(line),
	});
	return { webhookSecret, said };
};
const priceOf = async (key: string) => (await app.stripe.prices.list({ lookup_keys: [key], active: true })).data[0];

it("makes what is missing once, and shows the webhook's secret once", async () => {
	const first = await setUp();
	expect(first.webhookSecret).toMatch(/^whsec_/);
	const second = await setUp();
	expect(second.webhookSecret).toBeNull();
	expect(second.said.filter((line) => !/^(kept|reapplied) /.test(line))).toEqual([]);
	const { data } = await app.stripe.webhookEndpoints.list();
	expect(data.map(({ url }) => url)).toContain("https://visualink.example/api/stripe/webhook");
});

it("F25: a wrong price at Stripe stops sales and readiness, and the set-up repairs both", async () => {
	await setUp();
	const right = await priceOf("pro_monthly");
	await app.stripe.prices.create({
		product: String(right?.product),
		currency: "eur",
		unit_amount: 1,
		recurring: { interval: "month" },
		lookup_key: "pro_monthly",
		transfer_lookup_key: true,
	});
	const prices = createPlanPrices(app.deps);
	expect(await prices.problems()).toEqual(["pro_monthly costs 1 cents, not 1999"]);
	await expect(prices.priceOf({ planId: "pro", isAnnual: false })).rejects.toMatchObject({ kind: "upstream" });
	await setUp();
	expect(await prices.problems()).toEqual([]);
	expect((await prices.priceOf({ planId: "pro", isAnnual: false })).unit_amount).toBe(1999);
});
