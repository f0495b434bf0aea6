import type Stripe from "stripe";
import { z } from "zod";
import { has, listRoute } from "../lists.ts";
import { cents, listParams, metadata, params, text } from "../params.ts";
import { refundCharge } from "../refunds.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

const refund = params<Stripe.RefundCreateParams>()({
	payment_intent: text,
	amount: cents.optional(),
	reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
	metadata: metadata.optional(),
});
const refunds = listParams<Stripe.RefundListParams>()({ payment_intent: text.optional() });
const disputes = listParams<Stripe.DisputeListParams>()({ charge: text.optional() });

/** Calls on refunds and disputes. */
export function refundCalls(world: World): Route[] {
	const { store } = world;
	return [
		route("post", "/v1/refunds", refund, ({ payment_intent: id, ...given }) => {
			const intent = store.paymentIntents.require(id, "payment_intent");
			if (!intent.latest_charge) {
				throw new StripeError(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
			}
			const charge = store.charges.require(intent.latest_charge, "charge");
			return refundCharge(world, charge, { ...given, metadata: given.metadata ?? {} });
		}),
		listRoute("/v1/refunds", refunds, ({ payment_intent: intent }) =>
			store.refunds.list((one) => has(one, { payment_intent: intent })),
		),
		listRoute("/v1/disputes", disputes, ({ charge }) => store.disputes.list((one) => has(one, { charge }))),
	];
}
