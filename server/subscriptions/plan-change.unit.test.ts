import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import type { Config } from "#server/config.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { createPlanChange } from "./plan-change.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

const config = { http: { publicOrigin: "https://visualink.example" } } as Config;

const PORTALS = [
	{ id: "bpc_foreign", metadata: { app: "other" } },
	{ id: "bpc_bare", metadata: null },
	{ id: "bpc_ours", metadata: { app: "visualink" } },
];

function rig(answers: Parameters<typeof fakeStripe>[0] = {}) {
	const fake = fakeStripe({
		"billingPortal.sessions.create": () => ({ url: "the portal" }),
		"billingPortal.configurations.list": () => PORTALS,
		"subscriptions.update": () => ({}),
		"subscriptionSchedules.release": () => ({}),
		...answers,
	});
	const change = createPlanChange({ stripe: fake.stripe, config });
	/** What was asked that changes something, without how long somebody waits. */
	const changes = () => fake.calls.filter(([name]) => !/list|retrieve/.test(name)).map((call) => call.slice(0, -1));
	return { ...fake, change, changes };
}

function subscription(change: object = {}): Stripe.Subscription {
	return {
		id: "sub_1",
		customer: "cus_1",
		items: { data: [{ id: "si_1" }] },
		cancel_at_period_end: false,
		cancel_at: null,
		schedule: null,
		latest_invoice: null,
		...change,
	} as unknown as Stripe.Subscription;
}
const price = { id: "price_new" } as Stripe.Price;

const ENDING = subscription({ cancel_at_period_end: true, cancel_at: 1_800_000_000 });
/** As Stripe's own portal schedules it. */
const ENDING_BY_DATE = subscription({ cancel_at: 1_800_000_000 });
const GOES_ON = ["subscriptions.update", "sub_1", { cancel_at_period_end: false }];
const GOES_ON_BY_DATE = ["subscriptions.update", "sub_1", { cancel_at: "" }];
const ENDS = ["subscriptions.update", "sub_1", { cancel_at_period_end: true }];
const RELEASED = ["subscriptionSchedules.release", "sched_1", {}];

describe("cancelling", () => {
	it.each([
		["ends it with its period", subscription(), [ENDS]],
		["calls a planned downgrade off", subscription({ schedule: "sched_1" }), [RELEASED, ENDS]],
		["calls one that is told in full off, too", subscription({ schedule: { id: "sched_1" } }), [RELEASED, ENDS]],
		["changes nothing twice", ENDING, []],
		["changes nothing that Stripe's portal did already", ENDING_BY_DATE, []],
	])("%s", async (_case, before, wanted) => {
		const { change, changes } = rig();
		await change.cancel(before);
		expect(changes()).toEqual(wanted);
	});
});

describe("reactivating", () => {
	it.each([
		["calls the end off", ENDING, [GOES_ON]],
		["calls an end by date off, and sets no other field", ENDING_BY_DATE, [GOES_ON_BY_DATE]],
		["changes nothing that goes on", subscription(), []],
	])("%s", async (_case, before, wanted) => {
		const { change, changes } = rig();
		await change.keepGoing(before);
		expect(changes()).toEqual(wanted);
	});
});

describe("the page that confirms another plan", () => {
	const PAGE = {
		customer: "cus_1",
		configuration: "bpc_ours",
		return_url: "https://visualink.example/pricing",
		flow_data: {
			type: "subscription_update_confirm",
			subscription_update_confirm: { subscription: "sub_1", items: [{ id: "si_1", price: "price_new", quantity: 1 }] },
			after_completion: { type: "redirect", redirect: { return_url: "https://visualink.example/payment-success" } },
		},
	};
	const OPENED = ["billingPortal.sessions.create", PAGE];

	it.each([
		["is of this subscription and price, by our own rules", subscription(), [OPENED]],
		["is found by a customer told in full", subscription({ customer: { id: "cus_1" } }), [OPENED]],
		[
			"calls an end and a planned downgrade off, which it cannot stand",
			subscription({ cancel_at: 1, schedule: "sched_1" }),
			[GOES_ON_BY_DATE, RELEASED, OPENED],
		],
	])("%s", async (_case, before, wanted) => {
		const { change, changes } = rig();
		expect(await change.confirmPage(before, price)).toBe("the portal");
		expect(changes()).toEqual(wanted);
	});

	it("is of Stripe's own rules where ours are not set up, which are looked for until they are", async () => {
		let portals = PORTALS.slice(0, 2);
		const { change, named } = rig({ "billingPortal.configurations.list": () => portals });
		await change.confirmPage(subscription(), price);
		portals = PORTALS;
		await change.confirmPage(subscription(), price);
		await change.confirmPage(subscription(), price);
		const used = named("billingPortal.sessions.create").map(([page]) => (page as typeof PAGE).configuration);
		expect(used).toEqual([undefined, "bpc_ours", "bpc_ours"]);
		const asked = named("billingPortal.configurations.list");
		expect(asked).toEqual(Array(2).fill([{ active: true, limit: 100 }, WHILE_SOMEONE_WAITS]));
	});

	it("is none for a subscription to nothing", async () => {
		const { change, calls } = rig();
		const refused = { kind: "conflict", message: "This subscription cannot be changed" };
		await expect(change.confirmPage(subscription({ items: { data: [] } }), price)).rejects.toMatchObject(refused);
		expect(calls).toEqual([]);
	});
});

describe("the page on which a failed renewal is paid", () => {
	const OPEN = { status: "open", hosted_invoice_url: "the invoice" };
	it.each([
		["is the open invoice's", "in_1", OPEN, "the invoice"],
		["is the open invoice's, told in full", { id: "in_1" }, OPEN, "the invoice"],
		["is the portal, when the invoice is paid", "in_1", { ...OPEN, status: "paid" }, "the portal"],
		["is the portal, when the invoice has no page", "in_1", { ...OPEN, hosted_invoice_url: null }, "the portal"],
		["is the portal, when there is no invoice", null, OPEN, "the portal"],
	])("%s", async (_case, latest, invoice, page) => {
		const { change, named } = rig({ "invoices.retrieve": () => invoice });
		expect(await change.paymentPage(subscription({ latest_invoice: latest }))).toBe(page);
		expect(named("invoices.retrieve")).toEqual(latest ? [["in_1", {}, WHILE_SOMEONE_WAITS]] : []);
		const portal = [{ customer: "cus_1", return_url: "https://visualink.example/pricing" }, WHILE_SOMEONE_WAITS];
		expect(named("billingPortal.sessions.create")).toEqual(page === "the portal" ? [portal] : []);
	});
});

it("somebody waits for every call, for no longer than two tries take", async () => {
	const { change, calls } = rig();
	await change.confirmPage(subscription({ cancel_at: 1, schedule: "sched_1" }), price);
	await change.cancel(subscription());
	expect(calls.map((call) => call.at(-1))).toEqual(calls.map(() => WHILE_SOMEONE_WAITS));
});
