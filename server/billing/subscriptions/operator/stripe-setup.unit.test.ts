import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { lookupKey, OFFERS, PLAN_CATALOGUE, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { PLAN_IDS } from "#shared/billing/plans/plan-ids.ts";
import { sentenceAboutStripe } from "../stripe/stripe-sentences.ts";
import { setUpStripe } from "./stripe-setup.ts";

const publicOrigin = "https://visualink.example";

type Made = Record<string, unknown>;
type Params = { lookup_keys: [string]; ids: [string]; code: string };

/** What a set-up finds when everything is as it should be. */
const products = OFFERS.map(({ planId, isAnnual }) => ({
	id: isAnnual ? `prod_${planId}_yearly` : `prod_${planId}`,
	name: `Visualink ${PLAN_CATALOGUE[planId].name}${isAnnual ? " (yearly)" : ""}`,
	description: PLAN_CATALOGUE[planId].description,
	tax_code: "txcd_10103001",
	active: true,
	metadata: { planId },
}));
const prices = OFFERS.map((offer) => ({
	id: `price_${lookupKey(offer)}`,
	lookup_key: lookupKey(offer),
	unit_amount: priceInCents(offer),
	currency: "eur",
	recurring: { interval: offer.isAnnual ? "year" : "month" },
	product: offer.isAnnual ? `prod_${offer.planId}_yearly` : `prod_${offer.planId}`,
	metadata: { planId: offer.planId },
}));
const couponOf = (code: string) => (code === "FIRST50OFF" ? "FIRST50OFF_MONTHLY" : code);
const nameOf = (code: string) => (code === "FIRST50OFF" ? "50% off your first month" : "50% off your first payment");
const CODES = ["FIRST50OFF", "CUT50OFF", "LAUNCH50OFF"];
const coupons = CODES.map((code) => ({ id: couponOf(code), name: nameOf(code) }));
const promotion = (code: string, change: object = {}) => ({
	id: `promo_${code}`,
	promotion: { coupon: couponOf(code) },
	restrictions: { first_time_transaction: true },
	...change,
});

type Change = { product?: object; price?: object; answers?: Parameters<typeof fakeStripe>[0] };

/** Sets up a Stripe where all is well, save the starter plan's product or monthly price, or what is answered. */
async function setUp({ product, price, answers = {} }: Change = {}) {
	const said: string[] = [];
	const fake = fakeStripe({
		"products.list": ({ ids }: Params) =>
			products
				.filter(({ id }) => id === ids[0])
				.map((each) => (each.id === "prod_starter" ? { ...each, ...product } : each)),
		"prices.list": ({ lookup_keys }: Params) =>
			prices
				.filter(({ lookup_key }) => lookup_key === lookup_keys[0])
				.map((each) => (each.lookup_key === "starter_monthly" ? { ...each, ...price } : each)),
		"prices.create": ({ lookup_key }: Made) => ({ id: `new_${lookup_key}` }),
		"promotionCodes.list": ({ code }: Params) => [promotion(code)],
		"coupons.list": () => coupons,
		"billingPortal.configurations.list": () => [
			{ id: "bpc_other", metadata: {} },
			{ id: "bpc_1", metadata: { app: "visualink" } },
		],
		"webhookEndpoints.list": () => [
			{ id: "we_other", url: "https://elsewhere.example" },
			{ id: "we_1", url: `${publicOrigin}/api/stripe/webhook` },
		],
		"webhookEndpoints.create": () => ({ secret: "whsec_new" }),
		...answers,
	});
	const { webhookSecret } = await setUpStripe({
		stripe: fake.stripe,
		publicOrigin,
		say: (line) => void said.push(line),
	});
	const changes = fake.calls.filter(([name]) => !name.endsWith(".list"));
	return { ...fake, said, webhookSecret, changes: changes.map(([name]) => name) };
}
/** Without what was kept, or is set again each time. */
const changesIn = (said: string[]) => said.filter((line) => /^(made|updated) /.test(line));
const nothing = {
	"products.list": () => [],
	"prices.list": () => [],
	"promotionCodes.list": () => [],
	"coupons.list": () => [],
	"billingPortal.configurations.list": () => [],
	"webhookEndpoints.list": () => [],
};

/** Put again each time, so that a change of ours arrives. */
const ALWAYS = ["billingPortal.configurations.update", "webhookEndpoints.update"];

it("a Stripe that is set up stays as it is, and its webhook's secret is not told again", async () => {
	const { changes, said, webhookSecret, named } = await setUp();
	expect([changes, webhookSecret]).toEqual([ALWAYS, null]);
	expect(said).toEqual([
		...OFFERS.flatMap((offer, index) => [
			`kept the product ${products[index]?.name}`,
			`kept the price ${lookupKey(offer)}`,
		]),
		"kept the promotion code FIRST50OFF",
		"kept the promotion code CUT50OFF",
		"kept the promotion code LAUNCH50OFF",
		"reapplied the portal's configuration",
		`reapplied the events of the webhook endpoint ${publicOrigin}/api/stripe/webhook`,
		"kept its secret, which is not shown again: it is in the dashboard, at the endpoint",
	]);
	expect(named("billingPortal.configurations.update").map(([id]) => id)).toEqual(["bpc_1"]);
	expect(named("webhookEndpoints.update")[0]?.[0]).toBe("we_1");
	expect(named("webhookEndpoints.update")[0]?.[1]).toMatchObject({ disabled: false });
});

describe("a Stripe with nothing in it", () => {
	it("gets the catalogue: a product for each plan and interval, and its price, taxes not included", async () => {
		const { named } = await setUp({ answers: nothing });
		expect(named("products.create")).toEqual(products.map(({ active: _, ...wanted }) => [wanted]));
		expect(named("prices.create")).toEqual(
			prices.map(({ lookup_key, unit_amount, recurring, product, metadata }) => [
				{
					currency: "eur",
					unit_amount,
					recurring,
					tax_behavior: "exclusive",
					product,
					lookup_key,
					transfer_lookup_key: true,
					metadata,
				},
			]),
		);
	});

	it("gets the codes of the landing page: half off, once, for whoever has paid nothing yet", async () => {
		const { named } = await setUp({ answers: nothing });
		const months = PLAN_IDS.map((planId) => `prod_${planId}`);
		const half = (id: string, name: string) => ({ id, name, percent_off: 50, duration: "once" });
		expect(named("coupons.create")).toEqual([
			[{ ...half("FIRST50OFF_MONTHLY", "50% off your first month"), applies_to: { products: months } }],
			[half("CUT50OFF", "50% off your first payment")],
			[half("LAUNCH50OFF", "50% off your first payment")],
		]);
		expect(named("promotionCodes.create")).toEqual(
			CODES.map((code) => [
				{
					promotion: { type: "coupon", coupon: couponOf(code) },
					code,
					restrictions: { first_time_transaction: true },
				},
			]),
		);
	});

	it("gets a portal without changes of plan (P257)", async () => {
		const { named } = await setUp({ answers: nothing });
		const common = {
			business_profile: {
				headline: "Visualink: custom link previews",
				privacy_policy_url: `${publicOrigin}/privacy`,
				terms_of_service_url: `${publicOrigin}/terms`,
			},
			default_return_url: `${publicOrigin}/admin`,
		};
		const plain = {
			customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
			invoice_history: { enabled: true },
			payment_method_update: { enabled: true },
			subscription_cancel: { enabled: true, mode: "at_period_end" },
			subscription_update: { enabled: false },
		};
		expect(named("billingPortal.configurations.create")).toEqual([
			[{ ...common, metadata: { app: "visualink" }, features: plain }],
		]);
	});

	it("gets a webhook for all that can change a subscription or a payment, of the API version of this code", async () => {
		const { named, webhookSecret } = await setUp({ answers: nothing });
		expect(webhookSecret).toBe("whsec_new");
		const [endpoint] = named("webhookEndpoints.create").flat() as { enabled_events: string[] }[];
		expect(endpoint).toMatchObject({ url: `${publicOrigin}/api/stripe/webhook`, api_version: "2026-10-28.endive" });
		for (const kind of ["created", "updated", "deleted", "paused", "resumed"]) {
			expect(endpoint?.enabled_events).toContain(`customer.subscription.${kind}`);
		}
		for (const kind of ["checkout.session.completed", "customer.deleted", "charge.refunded", "charge.dispute.closed"]) {
			expect(endpoint?.enabled_events).toContain(kind);
		}
		for (const kind of [
			"paid",
			"finalization_failed",
			"payment_failed",
			"payment_action_required",
			"voided",
			"finalized",
		]) {
			expect(endpoint?.enabled_events).toContain(`invoice.${kind}`);
		}
		for (const kind of ["aborted", "canceled", "completed", "created", "expiring", "released", "updated"]) {
			expect(endpoint?.enabled_events).toContain(`subscription_schedule.${kind}`);
		}
		for (const kind of endpoint?.enabled_events ?? [])
			expect(kind).toMatch(/^(charge|checkout|customer|invoice|payment|refund|subscription_schedule)[a-z_.]+$/);
	});
});

it("an account that was set up by an earlier release has no rule left by which the portal changes plans", async () => {
	const { named } = await setUp();
	const none = { enabled: false, schedule_at_period_end: { conditions: "" } };
	const [[, portal] = []] = named("billingPortal.configurations.update");
	expect(portal).toMatchObject({ features: { subscription_update: none } });
});

describe("what differs is mended", () => {
	it.each([
		["name", { name: "Old" }],
		["description", { description: "Old" }],
		["tax code", { tax_code: null }],
		["being on sale", { active: false }],
	])("a product's %s", async (_case, product) => {
		const { changes, named, said } = await setUp({ product });
		expect(changes).toEqual(["products.update", ...ALWAYS]);
		const { name, description } = PLAN_CATALOGUE.starter;
		const metadata = { planId: "starter" };
		const wanted = { name: `Visualink ${name}`, description, tax_code: "txcd_10103001", metadata, active: true };
		expect(named("products.update")).toEqual([["prod_starter", wanted]]);
		expect(changesIn(said)).toEqual([`updated the product Visualink ${name}`]);
	});

	it.each([
		["amount", { unit_amount: 1 }],
		["currency", { currency: "usd" }],
		["interval", { recurring: { interval: "year" } }],
		["being paid once", { recurring: null }],
		["product", { product: "prod_other" }],
	])("a price's %s, by a new price, as Stripe's never change", async (_case, price) => {
		const { changes, said } = await setUp({ price });
		expect(changes).toEqual(["prices.create", ...ALWAYS]);
		expect(changesIn(said)).toEqual(["made the price starter_monthly"]);
	});

	it("a price that does not say its plan", async () => {
		const { changes, said, named } = await setUp({ price: { metadata: {} } });
		expect([changes, changesIn(said)]).toEqual([["prices.update", ...ALWAYS], ["updated the price starter_monthly"]]);
		expect(named("prices.update")).toEqual([["price_starter_monthly", { metadata: { planId: "starter" } }]]);
	});

	it("a code whose coupon an interrupted run has left behind", async () => {
		const { named } = await setUp({
			answers: { "promotionCodes.list": () => [], "coupons.list": () => coupons.slice(1) },
		});
		expect(named("coupons.create").map(([coupon]) => (coupon as Made).id)).toEqual(["FIRST50OFF_MONTHLY"]);
		expect(named("promotionCodes.create")).toHaveLength(3);
	});

	it("codes and coupons of an older set-up: what a code is good for never changes, so another takes its letters", async () => {
		const older = [
			{ id: "FIRST50OFF", name: "50% off your first payment" },
			{ id: "CUT50OFF", name: "50% discount" },
			{ id: "LAUNCH50OFF", name: "50% launch discount" },
		];
		const { named, said } = await setUp({
			answers: {
				"coupons.list": () => older,
				"promotionCodes.list": ({ code }: Params) => [
					promotion(code, {
						promotion: { coupon: { id: code } },
						restrictions: { first_time_transaction: code === "FIRST50OFF" },
					}),
				],
			},
		});
		expect(named("coupons.create").map(([coupon]) => (coupon as Made).id)).toEqual(["FIRST50OFF_MONTHLY"]);
		expect(named("promotionCodes.update")).toEqual(CODES.map((code) => [`promo_${code}`, { active: false }]));
		expect(named("promotionCodes.create")).toHaveLength(3);
		expect(said.filter((line) => /code|coupon/.test(line))).toEqual([
			"replaced the promotion code FIRST50OFF: 50% off your first month, once a customer",
			"updated the name of the coupon CUT50OFF",
			"replaced the promotion code CUT50OFF: 50% off your first payment, once a customer",
			"updated the name of the coupon LAUNCH50OFF",
			"replaced the promotion code LAUNCH50OFF: 50% off your first payment, once a customer",
		]);
	});
});

it.each([
	["StripeAuthenticationError", "Stripe refuses this key"],
	["StripePermissionError", "this restricted key may not do that"],
	["StripeConnectionError", "Stripe can't be reached: away"],
	["StripeInvalidRequestError", "Stripe refuses: away"],
] as const)("%s is told in one sentence", (name, sentence) => {
	const said = sentenceAboutStripe(new Stripe.errors[name]({ message: "away", type: "api_error" }));
	expect(said).toContain(sentence);
	expect(said).not.toContain("\n");
});
