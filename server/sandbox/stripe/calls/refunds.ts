import type Stripe from "stripe";
import { z } from "zod";
import { inRange, pageOf } from "../lists.ts";
import { cents, listParams, metadata, params, range, text } from "../params.ts";
import { refundCharge } from "../refunds.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

/** Calls on refunds and disputes. */
export function refundCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"post",
			"/v1/refunds",
			params<Stripe.RefundCreateParams>()({
				charge: text.optional(),
				payment_intent: text.optional(),
				amount: cents.optional(),
				reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
				metadata: metadata.optional(),
			}),
			({ charge: chargeId, payment_intent: intentId, ...given }) => {
				const intent = intentId ? store.paymentIntents.require(intentId, "payment_intent") : undefined;
				if (intent && !intent.latest_charge) {
					throw new StripeError(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
				}
				const id = chargeId ?? intent?.latest_charge;
				if (!id) {
					throw new StripeError(
						"One of the following params should be provided for this request: payment_intent or charge.",
					);
				}
				const charge = store.charges.require(id, "charge");
				return refundCharge(world, charge, { ...given, metadata: given.metadata ?? {} });
			},
		),
		route(
			"get",
			"/v1/refunds",
			listParams<Stripe.RefundListParams>()({
				charge: text.optional(),
				payment_intent: text.optional(),
				created: range,
			}),
			(given) =>
				pageOf(
					"/v1/refunds",
					store.refunds.list(
						(one) =>
							(!given.charge || one.charge === given.charge) &&
							(!given.payment_intent || one.payment_intent === given.payment_intent) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
		route(
			"get",
			"/v1/disputes",
			listParams<Stripe.DisputeListParams>()({
				charge: text.optional(),
				payment_intent: text.optional(),
				created: range,
			}),
			(given) =>
				pageOf(
					"/v1/disputes",
					store.disputes.list(
						(one) =>
							(!given.charge || one.charge === given.charge) &&
							(!given.payment_intent || one.payment_intent === given.payment_intent) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
	];
}
