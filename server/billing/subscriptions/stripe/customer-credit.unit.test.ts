import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import { type CreditSource, creditByPayment, noteCredit, readCredit } from "./customer-credit.ts";

type Transaction = Stripe.CustomerBalanceTransaction;
type Moved = [created: number, amount: number, type?: string, paymentIntent?: string];

/** A ledger as Stripe lists it, from its movements in order. */
function ledgerOf(movements: Moved[]): Transaction[] {
	let balance = 0;
	return movements
		.map(([created, amount, type = "applied_to_invoice", id]) => {
			balance += amount;
			const metadata = id ? { payment_intent: id, reason: "refund" } : {};
			return { created, amount, type, ending_balance: balance, metadata } as unknown as Transaction;
		})
		.reverse();
}

const paid = (id: string, since: number, amount: number, creditBefore = 0, currency = "eur"): CreditSource => ({
	...{ paymentIntentId: id, since, amount, creditBefore, currency },
});

/** What each payment has paid for, newest first, such as `pi_1 7991`. */
function split(movements: Moved[], sources: CreditSource[]): string[] {
	const ledger = ledgerOf(movements);
	const amount = -(ledger[0]?.ending_balance ?? 0);
	return creditByPayment({ amount, currency: "eur", ledger }, sources).map(
		({ paymentIntentId, amount: part }) => `${paymentIntentId} ${part}`,
	);
}

const year = paid("pi_year", 10, 9_990);
const CREDITED: Moved = [11, -7_991];

describe("P565: credit belongs to the payment that it came from", () => {
	it.each<[string, Moved[], CreditSource[], string[]]>([
		["one payment", [CREDITED], [year], ["pi_year 7991"]],
		["what invoices have used is gone", [CREDITED, [40, 1_999]], [year], ["pi_year 5992"]],
		["months paid before it have none", [CREDITED], [year, paid("pi_month", 1, 1_999)], ["pi_year 7991"]],
		["a payment after it leaves it", [CREDITED], [paid("pi_new", 60, 499, 7_991), year], ["pi_year 7991"]],
		[
			"at most the payment, the rest to the one before",
			[[21, -14_991]],
			[paid("pi_up", 20, 10_000), year],
			["pi_up 10000", "pi_year 4991"],
		],
		["a chain of changes", [CREDITED, [12, 3_000]], [year], ["pi_year 4991"]],
		["a gift belongs to none", [[5, -500, "adjustment"]], [year], []],
		["a gift after it stays a gift", [CREDITED, [12, -500, "adjustment"]], [year], ["pi_year 7991"]],
		["a gift is used first", [CREDITED, [12, -500, "adjustment"], [40, 1_999]], [year], ["pi_year 6492"]],
		[
			"what a void invoice returns is no new credit",
			[
				[5, -500, "adjustment"],
				[40, 500],
				[41, -500, "unapplied_from_invoice"],
			],
			[paid("pi_year", 1, 9_990)],
			[],
		],
		[
			"a debt that is paid is no credit",
			[
				[12, 39, "invoice_too_small"],
				[40, -39],
				[41, -100, "adjustment"],
			],
			[year],
			[],
		],
		[
			"what is taken already is not taken again",
			[CREDITED, [12, -2_000, "adjustment"], [13, 7_991, "adjustment", "pi_year"]],
			[year],
			[],
		],
		[
			"older credit is used last",
			[CREDITED, [61, -3_000], [70, 4_000]],
			[paid("pi_new", 60, 9_990, 7_991), year],
			["pi_year 6991"],
		],
		[
			"at most what is left of the payment",
			[
				[11, -9_000],
				[12, 5_000, "adjustment", "pi_year"],
				[20, -4_000],
			],
			[year],
			["pi_year 4990"],
		],
		["another currency has none", [CREDITED], [paid("pi_usd", 10, 9_990, 0, "usd")], []],
	])("%s", (_case, movements, sources, expected) => {
		expect(split(movements, sources)).toEqual(expected);
	});
});

describe("P566: the credit of a customer who goes", () => {
	const rows = [{ stripePaymentIntentId: "pi_1", stripeInvoiceId: "in_1", amount: 9_990, createdAt: new Date(0) }];
	const invoice = { id: "in_1", currency: "eur", starting_balance: 0, created: 10, status_transitions: {} };
	const rig = (customer: () => object | Promise<never>, ledger: Transaction[] = ledgerOf([CREDITED])) =>
		fakeStripe({
			"customers.retrieve": customer,
			"customers.listBalanceTransactions": () => ledger,
			"invoices.list": () => [invoice],
		});

	it("is noted on its payments, with what has left the balance to be refunded", async () => {
		const ledger = ledgerOf([CREDITED, [12, 1_000, "adjustment", "pi_1"]]);
		const { stripe, named } = rig(() => ({ balance: -6_991, currency: "eur" }), ledger);
		await noteCredit(stripe, "cus_1", { rows });
		expect(named("paymentIntents.update")).toEqual([["pi_1", { metadata: { unused_credit: "7991" } }, {}]]);
	});

	it.each([
		["without credit", () => ({ balance: 0, currency: "eur" })],
		["who owes", () => ({ balance: 40, currency: "eur" })],
		["who is deleted", () => ({ deleted: true })],
		["who is not there", () => Promise.reject(refusal("resource_missing"))],
	])("is none of one %s", async (_case, customer) => {
		expect(await readCredit(rig(customer).stripe, "cus_1", { rows })).toEqual({ credit: null, parts: [] });
	});

	it("is not known while Stripe fails", async () => {
		const away = () => Promise.reject(new Error("away"));
		await expect(readCredit(rig(away).stripe, "cus_1", { rows })).rejects.toThrow("away");
	});
});
