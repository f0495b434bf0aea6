import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

const DAY = 86_400;
let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const balanceOf = async (customer: string) => {
	const found = await sandbox.stripe.customers.retrieve(customer);
	return found.deleted ? null : { balance: found.balance, currency: found.currency };
};
const ledgerOf = async (customer: string) =>
	(await sandbox.stripe.customers.listBalanceTransactions(customer)).data.map(
		({ type, amount, ending_balance: ending }) => [type, amount, ending],
	);
const give = (customer: string, amount: number) =>
	sandbox.stripe.customers.createBalanceTransaction(customer, { amount, currency: "eur", description: "Sorry" });

describe("a customer's balance", () => {
	it("is a ledger: given, used by an invoice, and back once that invoice is void", async () => {
		const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
		expect(await balanceOf(customer)).toEqual({ balance: 0, currency: "eur" });
		expect(await give(customer, -500)).toMatchObject({
			type: "adjustment",
			ending_balance: -500,
			description: "Sorry",
		});
		await sandbox.control.setCard({ customer, cardNumber: "4000 0000 0000 0341" });
		await sandbox.control.advance({ customer, days: 32 });
		const [open] = (await sandbox.stripe.invoices.list({ customer, status: "open" })).data;
		expect(open).toMatchObject({ amount_due: 499, starting_balance: -500, ending_balance: 0 });
		await sandbox.control.markUncollectible({ invoice: open?.id ?? "" });
		expect(await balanceOf(customer)).toMatchObject({ balance: 0 });
		await sandbox.stripe.invoices.voidInvoice(open?.id ?? "");
		expect(await ledgerOf(customer)).toEqual([
			["unapplied_from_invoice", -500, -500],
			["applied_to_invoice", 500, 0],
			["adjustment", -500, -500],
		]);
		expect(sandbox.types().filter((type) => type === "invoice.marked_uncollectible")).toHaveLength(1);
		expect(subscription.status).toBe("active");
	});

	it("takes an invoice that is too small to be charged", async () => {
		const { customer } = await subscribed(sandbox, "basic_monthly");
		await give(customer, -960);
		await sandbox.control.advance({ customer, days: 32 });
		expect(await ledgerOf(customer)).toEqual([
			["invoice_too_small", 999, 39],
			["adjustment", -960, -960],
		]);
	});
});

it("previews a renewal without a planned end, for every one of several", async () => {
	const { subscription } = await subscribed(sandbox, "basic_monthly");
	await sandbox.control.setQuantity({ subscription: subscription.id, quantity: 3 });
	await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
	const preview = (details?: object) =>
		sandbox.stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: { ...details } });
	await expect(preview({ cancel_at_period_end: true })).rejects.toMatchObject({ code: "invoice_upcoming_none" });
	const kept = await preview({ cancel_at_period_end: false });
	expect(kept).toMatchObject({ amount_due: 3 * 999, lines: { data: [{ quantity: 3 }] } });
	const [line] = kept.lines.data;
	expect(((line?.period.end ?? 0) - (line?.period.start ?? 0)) / DAY).toBeGreaterThan(27);
});
