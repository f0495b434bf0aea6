import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import type { Config } from "#server/config.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { createPlanChange } from "./plan-change.ts";

const config = { http: { publicOrigin: "https://visualink.example" } } as Config;

const PORTALS = [
	{ id: "bpc_foreign", metadata: { app: "other" } },
	{ id: "bpc_bare", metadata: null },
	{ id: "bpc_ours", metadata: { app: "visualink" } },
	{ id: "bpc_changes", metadata: { app: "visualink-changes" } },
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
	/** What was asked that changes something, without how long someone waits. */
	const changes = () => fake.calls.filter(([name]) => !/list|retrieve/.test(name)).map((call) => call.slice(0, -1));
	return { ...fake, change, changes };
}

const price = {
	id: "price_new",
	lookup_key: "pro_monthly",
	metadata: {},
	recurring: { interval: "month" },
	unit_amount: 1_999,
} as unknown as Stripe.Price;

function subscription(change: object = {}): Stripe.Subscription {
	return {
		id: "sub_1",
		customer: "cus_1",
		items: { data: [{ id: "si_1", price: { ...price, id: "price_old" }, current_period_end: 1_800_000_000 }] },
		cancel_at_period_end: false,
		cancel_at: null,
		schedule: null,
		latest_invoice: null,
		...change,
	} as unknown as Stripe.Subscription;
}

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
		["ends with its period what would end later", subscription({ cancel_at: 1_900_000_000 }), [ENDS]],
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
		configuration: "bpc_changes",
		return_url: "https://visualink.example/api/subscriptions/left",
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
		["changes nothing by being opened", subscription({ cancel_at: 1, schedule: "sched_1" }), [OPENED]],
	])("%s", async (_case, before, wanted) => {
		const { change, changes } = rig();
		expect(await change.confirmPage(before, price)).toBe("the portal");
		expect(changes()).toEqual(wanted);
	});

	it("is none where it is not set up, which is looked for until it is: no rules of another configuration apply", async () => {
		let portals = PORTALS.slice(0, 3);
		const { change, named } = rig({ "billingPortal.configurations.list": () => portals });
		await expect(change.confirmPage(subscription(), price)).rejects.toMatchObject({ kind: "upstream" });
		portals = PORTALS;
		await change.confirmPage(subscription(), price);
		await change.confirmPage(subscription(), price);
		const used = named("billingPortal.sessions.create").map(([page]) => (page as typeof PAGE).configuration);
		expect(used).toEqual(["bpc_changes", "bpc_changes"]);
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

describe("a change that waits for the period's end", () => {
	const NOW = 1_790_000_000;
	const present = { start_date: NOW, end_date: 1_800_000_000, items: [{ price: "price_old" }] };
	const schedule = { id: "sched_1", phases: [present], current_phase: { start_date: NOW } };

	it.each([
		["a month", "month"],
		["a year", "year"],
	])(
		"is planned on the schedule that Stripe has by now, for %s, and leads to the subscription tab",
		async (_case, interval) => {
			const { change, named } = rig({
				"subscriptions.retrieve": () => subscription({ schedule: null }),
				"subscriptionSchedules.create": () => schedule,
			});
			const wanted = { ...price, recurring: { interval } } as Stripe.Price;
			const page = await change.planForPeriodEnd(subscription({ schedule: "sched_released" }), wanted);
			expect(page).toBe("https://visualink.example/admin?tab=subscription&changed=planned");
			const [update] = named("subscriptionSchedules.update");
			expect(update?.slice(0, 2)).toEqual([
				"sched_1",
				{
					end_behavior: "release",
					proration_behavior: "none",
					phases: [
						{ ...present, items: [{ price: "price_old", quantity: 1 }] },
						{
							items: [{ price: "price_new", quantity: 1 }],
							duration: { interval, interval_count: 1 },
							proration_behavior: "none",
						},
					],
				},
			]);
		},
	);

	it("is refused where the schedule has just ended: nothing would be planned", async () => {
		const { change, named } = rig({
			"subscriptions.retrieve": () => subscription({ schedule: "sched_1" }),
			"subscriptionSchedules.retrieve": () => ({ ...schedule, current_phase: null }),
		});
		await expect(change.planForPeriodEnd(subscription(), price)).rejects.toMatchObject({ kind: "conflict" });
		expect(named("subscriptionSchedules.update")).toEqual([]);
	});
});

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
		const { change, named } = rig({ "invoices.list": () => invoices });
		expect(await change.paymentPage(subscription())).toBe(page);
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
		const { change, named } = rig();
		expect(await change.portalPage("cus_1", { isValid })).toBe("the portal");
		const page = { customer: "cus_1", configuration: "bpc_ours", return_url: `https://visualink.example${path}` };
		expect(named("billingPortal.sessions.create")).toEqual([[page, WHILE_SOMEONE_WAITS]]);
	});

	it("has a page for only the card, which leads back to the account page", async () => {
		const { change, named } = rig();
		expect(await change.cardPage("cus_1")).toBe("the portal");
		const return_url = "https://visualink.example/account";
		const flow_data = {
			type: "payment_method_update",
			after_completion: { type: "redirect", redirect: { return_url } },
		};
		const page = { customer: "cus_1", configuration: "bpc_ours", return_url, flow_data };
		expect(named("billingPortal.sessions.create")).toEqual([[page, WHILE_SOMEONE_WAITS]]);
	});
});

it("somebody waits for every call, for no longer than two tries take", async () => {
	const { change, calls } = rig();
	await change.confirmPage(subscription({ cancel_at: 1, schedule: "sched_1" }), price);
	await change.cancel(subscription());
	expect(calls.map((call) => call.at(-1))).toEqual(calls.map(() => WHILE_SOMEONE_WAITS));
});
