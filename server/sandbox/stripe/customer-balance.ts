import { newId } from "./store.ts";
import type { BalanceTransaction, Customer } from "./stored.ts";
import type { World } from "./world.ts";

type Movement = Pick<BalanceTransaction, "amount" | "currency" | "type"> &
	Partial<Pick<BalanceTransaction, "invoice" | "description" | "metadata">>;

/**
 * Moves a customer's balance, and keeps the transaction: a negative amount is credit for the customer.
 * Source: docs.stripe.com/billing/customer/balance.
 */
export function moveBalance(world: World, customer: Customer, movement: Movement): BalanceTransaction {
	const { store } = world;
	const ending = customer.balance + movement.amount;
	const transaction: BalanceTransaction = store.balanceTransactions.put({
		id: newId("cbtxn"),
		object: "customer_balance_transaction",
		checkout_session: null,
		created: world.now(customer.id),
		credit_note: null,
		customer: customer.id,
		customer_account: null,
		description: null,
		ending_balance: ending,
		invoice: null,
		livemode: false,
		metadata: {},
		...movement,
	});
	const previous = store.customers.patch(customer, {
		balance: ending,
		currency: customer.currency ?? movement.currency,
	});
	// Stripe has no such event of a deleted customer.
	if (!customer.deleted) world.emit("customer.updated", customer, previous);
	return transaction;
}
