import { newId } from "./store.ts";
import type { Charge, Refund } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

/** Gives money back, all that is left unless an amount is said. */
export function refundCharge(
	world: World,
	charge: Charge,
	given: { amount?: number | undefined; reason?: Refund["reason"] | undefined; metadata: Record<string, string> },
): Refund {
	const { store } = world;
	if (charge.status !== "succeeded") {
		throw new StripeError(`Charge ${charge.id} has not succeeded and cannot be refunded.`, { param: "charge" });
	}
	if (charge.refunded) {
		throw new StripeError(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
	}
	if (charge.disputed && store.disputes.list((one) => one.charge === charge.id && one.status !== "won").length > 0) {
		throw new StripeError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
			code: "charge_disputed",
		});
	}
	const left = charge.amount - charge.amount_refunded;
	const amount = given.amount ?? left;
	if (amount > left) {
		throw new StripeError(
			`Refund amount (${euros(amount)}) is greater than unrefunded amount on charge (${euros(left)})`,
			{ param: "amount" },
		);
	}
	const refund: Refund = store.refunds.put({
		id: newId("re"),
		object: "refund",
		amount,
		balance_transaction: newId("txn"),
		charge: charge.id,
		created: world.now(charge.customer),
		currency: charge.currency,
		customer: charge.customer,
		customer_account: null,
		destination_details: {
			card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
			type: "card",
		},
		metadata: given.metadata,
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		reason: given.reason ?? null,
		receipt_number: null,
		source_transfer_reversal: null,
		status: "succeeded",
		transfer_reversal: null,
	});
	world.emit("refund.created", refund);
	setRefunded(world, charge, charge.amount_refunded + amount);
	return refund;
}

/** The bank sends the money back: what was refunded counts as not refunded again. */
export function failRefund(world: World, id: string): Refund {
	const { store } = world;
	const refund = store.refunds.require(id);
	if (refund.status === "failed") return refund;
	const previous = store.refunds.patch(refund, {
		status: "failed",
		failure_reason: "expired_or_canceled_card",
		failure_balance_transaction: newId("txn"),
	});
	const charge = store.charges.require(refund.charge ?? "");
	store.charges.patch(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
	world.emit("refund.failed", refund);
	world.emit("refund.updated", refund, previous);
	world.emit("charge.refund.updated", refund, previous);
	return refund;
}

function setRefunded(world: World, charge: Charge, amount: number): void {
	const changes = { amount_refunded: amount, refunded: amount === charge.amount };
	const previous = world.store.charges.patch(charge, changes);
	world.emit("charge.refunded", charge, previous);
}

function euros(cents: number): string {
	return `€${(cents / 100).toFixed(2)}`;
}
