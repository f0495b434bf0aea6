import { newId } from "./store.ts";
import type { Charge, Dispute } from "./stored.ts";
import type { World } from "./world.ts";

const DAY = 86_400;
const NO_EVIDENCE: Dispute["evidence"] = {
	access_activity_log: null,
	billing_address: null,
	cancellation_policy: null,
	cancellation_policy_disclosure: null,
	cancellation_rebuttal: null,
	customer_communication: null,
	customer_email_address: null,
	customer_name: null,
	customer_purchase_ip: null,
	customer_signature: null,
	duplicate_charge_documentation: null,
	duplicate_charge_explanation: null,
	duplicate_charge_id: null,
	enhanced_evidence: {},
	product_description: null,
	receipt: null,
	refund_policy: null,
	refund_policy_disclosure: null,
	refund_refusal_explanation: null,
	service_date: null,
	service_documentation: null,
	shipping_address: null,
	shipping_carrier: null,
	shipping_date: null,
	shipping_documentation: null,
	shipping_tracking_number: null,
	uncategorized_file: null,
	uncategorized_text: null,
};

/** The customer's bank takes the money back. */
export function openDispute(world: World, charge: Charge, reason = "fraudulent"): Dispute {
	const { store } = world;
	const created = world.now(charge.customer);
	const dispute: Dispute = store.disputes.put({
		id: newId("du"),
		object: "dispute",
		amount: charge.amount - charge.amount_refunded,
		balance_transactions: [],
		charge: charge.id,
		created,
		currency: charge.currency,
		enhanced_eligibility_types: [],
		evidence: { ...NO_EVIDENCE },
		evidence_details: {
			due_by: created + 7 * DAY,
			enhanced_eligibility: {},
			has_evidence: false,
			past_due: false,
			submission_count: 0,
			submission_method: "not_submitted",
		},
		intended_submission_method: null,
		is_charge_refundable: false,
		livemode: false,
		metadata: {},
		payment_intent: charge.payment_intent,
		payment_method_details: {
			card: {
				brand: charge.payment_method_details?.card?.brand ?? "visa",
				case_type: "chargeback",
				network: "visa",
				network_reason_code: "10.4",
			},
			type: "card",
		},
		reason,
		status: "needs_response",
	});
	store.charges.patch(charge, { disputed: true });
	world.emit("charge.dispute.created", dispute);
	world.emit("charge.dispute.funds_withdrawn", dispute);
	world.emit("charge.updated", charge, { disputed: false });
	return dispute;
}

/** The bank decides: the money comes back (`won`) or stays away (`lost`). */
export function closeDispute(world: World, id: string, outcome: "won" | "lost"): Dispute {
	const dispute = world.store.disputes.require(id);
	const previous = world.store.disputes.patch(dispute, { status: outcome });
	if (outcome === "won") world.emit("charge.dispute.funds_reinstated", dispute);
	world.emit("charge.dispute.closed", dispute, previous);
	return dispute;
}
