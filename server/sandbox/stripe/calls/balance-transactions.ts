import type Stripe from "stripe";
import { moveBalance } from "../customer-balance.ts";
import { has, listRoute } from "../lists.ts";
import { integer, listParams, metadata, params, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import { noSuch } from "../stripe-error.ts";
import type { World } from "../world.ts";

const path = "/v1/customers/:id/balance_transactions";
const listed = listParams<Stripe.CustomerListBalanceTransactionsParams>()({});
const transaction = params<Stripe.CustomerCreateBalanceTransactionParams>()({
	amount: integer,
	currency: text,
	description: text.max(350).optional(),
	metadata: metadata.optional(),
});

/** Calls on the ledger of a customer's balance. */
export function balanceCalls(world: World): Route[] {
	const { store } = world;
	const existing = (id: string) => {
		const customer = store.customers.require(id);
		if (customer.deleted) throw noSuch("customer", id);
		return customer;
	};
	return [
		listRoute(path, listed, (_given, id) => {
			existing(id);
			return store.balanceTransactions.list((one) => has(one, { customer: id }));
		}),
		route("post", path, transaction, ({ amount, currency, description = null, metadata: data = {} }, id) =>
			moveBalance(world, existing(id), { amount, currency, description, metadata: data, type: "adjustment" }),
		),
	];
}
