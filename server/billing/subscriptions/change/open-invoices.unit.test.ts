import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import { createOpenInvoices, pastDueColumns } from "./open-invoices.ts";

const SUBSCRIPTION = { id: "sub_1", status: "past_due" } as Stripe.Subscription;

function invoice(id: string, status: string, change: Partial<Stripe.Invoice> = {}): Stripe.Invoice {
	const renewal = {
		amount_remaining: 1999,
		currency: "eur",
		created: 1_700_000_000,
		billing_reason: "subscription_cycle",
	};
	return { id, status, ...renewal, ...change } as Stripe.Invoice;
}

describe("what a subscription owes", () => {
	const NOTHING = { owedAmount: null, owedCurrency: null, owedAt: null, owedInvoices: 0 };
	const ONE = { owedAmount: 1999, owedCurrency: "eur", owedAt: new Date(1_700_000_000_000), owedInvoices: 1 };
	const OPEN = invoice("in_1", "open");

	it.each([
		["its open invoice", "past_due", [OPEN, invoice("in_0", "paid")], ONE],
		["its open invoice after the last retry", "unpaid", [invoice("in_2", "draft"), OPEN], ONE],
		[
			"the newest of several",
			"past_due",
			[OPEN, invoice("in_0", "open", { amount_remaining: 1 })],
			{ ...ONE, owedInvoices: 2 },
		],
		[
			"never a change of plan",
			"past_due",
			[invoice("in_2", "open", { billing_reason: "subscription_update" }), OPEN],
			ONE,
		],
		["nothing once it is paid", "active", [OPEN], NOTHING],
		["nothing once it has ended", "canceled", [OPEN], NOTHING],
		["nothing that is known", "past_due", [invoice("in_1", "void")], NOTHING],
	])("%s", (_case, status, invoices, wanted) => {
		expect(pastDueColumns({ ...SUBSCRIPTION, status } as Stripe.Subscription, invoices)).toEqual(wanted);
	});
});

describe("ending it without the payment", () => {
	/** `refusedAs`: the status of the invoice that Stripe refuses to void; null if it doesn't. */
	async function end(invoices: Stripe.Invoice[], refusedAs: string | null = null) {
		const { stripe, calls } = fakeStripe({
			"invoices.list": () => invoices,
			"invoices.voidInvoice": () => (refusedAs ? Promise.reject(refusal()) : {}),
			"invoices.retrieve": () => ({ status: refusedAs }),
		});
		const hasEnded = await createOpenInvoices({ stripe }).end(SUBSCRIPTION);
		const changes = calls.flatMap(([name, id]) => (/void|cancel/.test(name) ? [`${name} ${String(id)}`] : []));
		return { hasEnded, changes };
	}

	it("voids every open invoice before it ends", async () => {
		const open = [invoice("in_2", "open"), invoice("in_1", "open"), invoice("in_0", "paid")];
		const changes = ["invoices.voidInvoice in_2", "invoices.voidInvoice in_1", "subscriptions.cancel sub_1"];
		expect(await end(open)).toEqual({ hasEnded: true, changes });
	});

	it("ends nothing if the newest invoice was paid meanwhile", async () => {
		expect(await end([invoice("in_2", "paid"), invoice("in_1", "open")])).toEqual({ hasEnded: false, changes: [] });
	});

	it("ends nothing if the invoice is paid just before it would be voided", async () => {
		const changes = ["invoices.voidInvoice in_1"];
		expect(await end([invoice("in_1", "open")], "paid")).toEqual({ hasEnded: false, changes });
	});

	it("ends what an earlier try has voided", async () => {
		const changes = ["invoices.voidInvoice in_1", "subscriptions.cancel sub_1"];
		expect(await end([invoice("in_1", "open")], "void")).toEqual({ hasEnded: true, changes });
	});

	it("ends nothing where Stripe refuses for another reason", async () => {
		await expect(end([invoice("in_1", "open")], "open")).rejects.toThrow("refused");
	});
});
