import Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import type { Config } from "#server/platform/config/config.ts";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import { createEndBilling } from "../change/end-billing.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import type { StripeSync } from "../sync/stripe-sync.ts";
import { createCheckout, PaidMeanwhileError } from "./checkout.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const NOW_S = NOW.getTime() / 1000;
const ORDER = {
	userId: "google-ada",
	customerId: "cus_1",
	offer: { planId: "pro", isAnnual: true } as const,
	price: { id: "price_pro" } as Stripe.Price,
	isBusiness: false,
};

/** An open page of Stripe's. */
function page(id: string, { priceId = "price_pro", endsInS = 600 } = {}) {
	return {
		...{ id, url: `page ${id}`, metadata: { priceId } },
		...{ expires_at: NOW_S + endsInS, tax_id_collection: { enabled: true } },
	};
}

function asBusiness(open: ReturnType<typeof page>) {
	return { ...open, tax_id_collection: { enabled: false } };
}

type Answers = Parameters<typeof fakeStripe>[0];

function rig({
	answers = {},
	unanswered = [] as object[],
	automaticTax = false,
	hasUsedCode = false,
}: {
	answers?: Answers;
	unanswered?: object[];
	automaticTax?: boolean;
	hasUsedCode?: boolean;
} = {}) {
	const fake = fakeStripe({ "checkout.sessions.create": () => ({ id: "cs_new", url: "the new page" }), ...answers });
	const kept: unknown[] = [];
	const db = {
		select: () => ({ from: () => ({ where: () => ({ orderBy: () => ({ limit: async () => unanswered }) }) }) }),
		insert: () => ({ values: (row: object) => ({ returning: async () => [{ id: "attempt_1", ...row }] }) }),
		update: () => ({ set: (row: object) => ({ where: async () => void kept.push(row) }) }),
		delete: () => ({ where: async () => void kept.push("forgotten") }),
		$count: async () => (hasUsedCode ? 1 : 0),
	} as unknown as Db;
	const config = { http: { publicOrigin: "https://visualink.example" }, stripe: { automaticTax } } as Config;
	return { ...fake, kept, checkout: createCheckout({ stripe: fake.stripe, db, now: () => NOW, config }) };
}

describe("the page on which a new subscriber pays", () => {
	it("says who buys what, where it leads, and what it may ask; it ends by Stripe's own clock", async () => {
		const { checkout, named, kept } = rig();
		expect(await checkout.open(ORDER)).toBe("the new page");
		const metadata = { userId: "google-ada", planId: "pro", priceId: "price_pro", offer: "pro_yearly" };
		expect(named("checkout.sessions.create")).toEqual([
			[
				{
					mode: "subscription",
					customer: "cus_1",
					client_reference_id: "google-ada",
					line_items: [{ price: "price_pro", quantity: 1 }],
					metadata,
					subscription_data: { metadata },
					allowed_payment_method_types: ["card"],
					allow_promotion_codes: true,
					automatic_tax: { enabled: false },
					tax_id_collection: { enabled: true },
					customer_update: { name: "auto", address: "auto" },
					billing_address_collection: "required",
					success_url: "https://visualink.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
					cancel_url: "https://visualink.example/pricing",
				},
				{ ...WHILE_SOMEONE_WAITS, idempotencyKey: "attempt_1" },
			],
		]);
		expect(kept).toEqual([{ stripeSessionId: "cs_new" }]);
		expect(named("checkout.sessions.list")).toEqual([
			[{ customer: "cus_1", status: "open", limit: 100 }, WHILE_SOMEONE_WAITS],
		]);
	});

	it("leaves a business's name, address and VAT number on its invoices (P265)", async () => {
		const { checkout, named } = rig();
		await checkout.open({ ...ORDER, isBusiness: true });
		expect(named("checkout.sessions.create")[0]?.[0]).toMatchObject({
			tax_id_collection: { enabled: false },
			customer_update: { name: "never", address: "never" },
		});
	});

	it("takes the address of a business that Stripe Tax can't locate, and still not its name", async () => {
		const asked: Stripe.Checkout.SessionCreateParams[] = [];
		const create = (params: Stripe.Checkout.SessionCreateParams) => {
			asked.push(params);
			return asked.length === 1
				? Promise.reject(refusal("customer_tax_location_invalid"))
				: { id: "cs_2", url: "page" };
		};
		const { checkout } = rig({ automaticTax: true, answers: { "checkout.sessions.create": create } });
		expect(await checkout.open({ ...ORDER, isBusiness: true })).toBe("page");
		expect(asked.map(({ customer_update: update }) => update)).toEqual([
			{ name: "never", address: "never" },
			{ name: "never", address: "auto" },
		]);
	});

	it("offers no code to whoever has used one", async () => {
		const { checkout, named } = rig({ hasUsedCode: true });
		await checkout.open(ORDER);
		expect(named("checkout.sessions.create")[0]?.[0]).toMatchObject({ allow_promotion_codes: false });
	});

	it("lets Stripe reckon the tax where that is switched on", async () => {
		const { checkout, named } = rig({ automaticTax: true });
		await checkout.open(ORDER);
		expect(named("checkout.sessions.create")[0]?.[0]).toMatchObject({ automatic_tax: { enabled: true } });
	});

	it("is asked for again with the same key after a try that nobody answered", async () => {
		const earlier = { id: "attempt_0", createdAt: new Date(NOW.getTime() - 40_000) };
		const { checkout, named } = rig({ unanswered: [earlier] });
		await checkout.open(ORDER);
		const asked = [{ mode: "subscription" }, { idempotencyKey: "attempt_0" }];
		expect(named("checkout.sessions.create")).toMatchObject([asked]);
	});

	it.each([
		["forgets a try that was refused", refusal(), ["forgotten"]],
		[
			"keeps a try that nobody answered",
			new Stripe.errors.StripeConnectionError({ message: "away", type: "api_error" }),
			[],
		],
	])("%s", async (_case, error, wanted) => {
		const { checkout, kept } = rig({ answers: { "checkout.sessions.create": () => Promise.reject(error) } });
		await expect(checkout.open(ORDER)).rejects.toBe(error);
		expect(kept).toEqual(wanted);
	});
});

describe("pages that are open already", () => {
	it.each([
		["the one for the same price is handed out again", [page("cs_1")], "page cs_1", []],
		["a second one for the same price is closed", [page("cs_1"), page("cs_2")], "page cs_1", ["cs_2"]],
		["one that is nearly over is closed", [page("cs_1", { endsInS: 120 })], "the new page", ["cs_1"]],
		["one that is not is handed out", [page("cs_1", { endsInS: 121 })], "page cs_1", []],
		["one for another price is closed", [page("cs_1", { priceId: "price_basic" })], "the new page", ["cs_1"]],
		["one that was opened as a business is closed", [asBusiness(page("cs_1"))], "the new page", ["cs_1"]],
		["one that is not ours is closed", [{ ...page("cs_1"), metadata: null }], "the new page", ["cs_1"]],
	])("%s", async (_case, open, address, closed) => {
		const { checkout, named } = rig({ answers: { "checkout.sessions.list": () => open } });
		expect(await checkout.open(ORDER)).toBe(address);
		expect(named("checkout.sessions.expire")).toEqual(closed.map((id) => [id, {}, WHILE_SOMEONE_WAITS]));
	});

	it.each([
		["has run out meanwhile", "expired", null],
		["was paid meanwhile", "complete", PaidMeanwhileError],
		["Stripe will not close", "open", Stripe.errors.StripeInvalidRequestError],
	])("one that %s", async (_case, status, thrown) => {
		const { checkout, named } = rig({
			answers: {
				"checkout.sessions.list": () => [page("cs_1", { priceId: "price_basic" })],
				"checkout.sessions.expire": () => Promise.reject(refusal()),
				"checkout.sessions.retrieve": () => ({ status }),
			},
		});
		if (thrown) await expect(checkout.open(ORDER)).rejects.toThrow(thrown);
		else expect(await checkout.open(ORDER)).toBe("the new page");
		expect(named("checkout.sessions.create")).toHaveLength(thrown ? 0 : 1);
		expect(named("checkout.sessions.retrieve")).toEqual([["cs_1", {}, WHILE_SOMEONE_WAITS]]);
	});

	it("one that could not be closed because Stripe is away is not asked about", async () => {
		const { checkout, named } = rig({
			answers: {
				"checkout.sessions.list": () => [page("cs_1", { priceId: "price_basic" })],
				"checkout.sessions.expire": () => Promise.reject(new Error("away")),
			},
		});
		await expect(checkout.open(ORDER)).rejects.toThrow("away");
		expect(named("checkout.sessions.retrieve")).toEqual([]);
	});
});

describe("closing every page of a customer", () => {
	it("looks again when one was paid in this moment", async () => {
		const lists = [[page("cs_1"), page("cs_2")], [page("cs_2")]];
		const { checkout, named } = rig({
			answers: {
				"checkout.sessions.list": () => lists.shift(),
				"checkout.sessions.expire": (id: string) => (id === "cs_1" ? Promise.reject(refusal()) : {}),
				"checkout.sessions.retrieve": () => ({ status: "complete" }),
			},
		});
		await checkout.closeAll("cus_1");
		expect(named("checkout.sessions.expire").map(([id]) => id)).toEqual(["cs_1", "cs_2"]);
	});

	it("has nothing to do for a customer who is gone, and fails for any other reason", async () => {
		const gone = rig({ answers: { "checkout.sessions.list": () => Promise.reject(refusal("resource_missing")) } });
		await gone.checkout.closeAll("cus_1");
		const away = rig({ answers: { "checkout.sessions.list": () => Promise.reject(new Error("away")) } });
		await expect(away.checkout.closeAll("cus_1")).rejects.toThrow("away");
	});
});

describe("ending all that an account has at Stripe", () => {
	const ACCOUNT = { id: "google-ada", userSlug: "ada" };

	function endRig({
		answers = {},
		users = [{ customerId: "cus_1" as string | null }],
	}: {
		answers?: Answers;
		users?: { customerId: string | null }[];
	} = {}) {
		const fake = fakeStripe(answers);
		const tx = { select: () => ({ from: () => ({ where: async () => users }) }) } as unknown as Tx;
		const done: string[] = [];
		const found = [
			{ id: "sub_1", status: "active" },
			{ id: "sub_2", status: "canceled" },
			{ id: "sub_3", status: "past_due" },
		];
		const end = createEndBilling({
			deadlines: DEADLINES,
			stripe: fake.stripe,
			lock: { hold: (_userId, work) => work(tx) } as BillingLock,
			sync: {
				syncCustomer: async () => {
					done.push("sync");
					return found;
				},
			} as unknown as StripeSync,
			checkout: { closeAll: async (customerId) => void done.push(`close ${customerId}`) },
		});
		const erase = vi.fn(async (_tx: Tx) => void done.push("erase"));
		return { ...fake, end: () => end(ACCOUNT, erase), done, erase };
	}

	it("closes pages, ends live subscriptions without proration, voids open invoices, removes the customer, erases last", async () => {
		const { end, done, calls } = endRig({
			answers: { "invoices.list": ({ status }: { status: string }) => (status === "open" ? [{ id: "in_1" }] : []) },
		});
		await end();
		expect(done).toEqual(["close cus_1", "sync", "erase"]);
		const now = { prorate: false, invoice_now: false };
		expect(calls).toEqual([
			["subscriptions.cancel", "sub_1", now, WHILE_SOMEONE_WAITS],
			["subscriptions.cancel", "sub_3", now, WHILE_SOMEONE_WAITS],
			["invoices.list", { customer: "cus_1", status: "open", limit: 100 }, WHILE_SOMEONE_WAITS],
			["invoices.voidInvoice", "in_1", {}, WHILE_SOMEONE_WAITS],
			["invoices.list", { customer: "cus_1", status: "uncollectible", limit: 100 }, WHILE_SOMEONE_WAITS],
			["customers.retrieve", "cus_1", {}, WHILE_SOMEONE_WAITS],
			["customers.del", "cus_1", {}, WHILE_SOMEONE_WAITS],
		]);
	});

	it("may be done again: what is gone has been ended", async () => {
		const gone = () => Promise.reject(refusal("resource_missing"));
		const { end, erase } = endRig({ answers: { "subscriptions.cancel": gone, "customers.del": gone } });
		await end();
		expect(erase).toHaveBeenCalledTimes(1);
	});

	it.each(["subscriptions.cancel", "customers.del"])("erases nothing when %s fails", async (call) => {
		const { end, erase } = endRig({ answers: { [call]: () => Promise.reject(refusal()) } });
		await expect(end()).rejects.toMatchObject({ kind: "upstream" });
		expect(erase).not.toHaveBeenCalled();
	});

	it("asks nothing of Stripe for somebody who never was at a checkout", async () => {
		const { end, erase, calls } = endRig({ users: [{ customerId: null }] });
		await end();
		expect([erase.mock.calls.length, calls]).toEqual([1, []]);
	});

	it("erases nothing for an account that is gone already", async () => {
		const { end, done } = endRig({ users: [] });
		await end();
		expect(done).toEqual([]);
	});

	it("erases nothing after it was told to have failed, however late Stripe answers", async () => {
		vi.useFakeTimers();
		let answer = (_value: unknown) => {};
		const answers = {
			"customers.del": () =>
				new Promise((resolve) => {
					answer = resolve;
				}),
		};
		const { end, erase } = endRig({ answers });
		const ended = expect(end()).rejects.toMatchObject({ kind: "upstream" });
		await vi.advanceTimersByTimeAsync(9_000);
		await ended;
		answer({});
		await vi.advanceTimersByTimeAsync(0);
		vi.useRealTimers();
		expect(erase).not.toHaveBeenCalled();
	});
});
