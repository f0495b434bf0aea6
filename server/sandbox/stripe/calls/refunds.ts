import type Stripe from "stripe";
import { z } from "zod";
import { closeDispute } from "../disputes.ts";
import { inRange, pageOf } from "../lists.ts";
import { cents, flag, listParams, metadata, noParams, params, range, text } from "../params.ts";
import { refundCharge } from "../refunds.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

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
		route("get", "/v1/refunds/:id", noParams, (_given, id) => store.refunds.require(id)),
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
		route("get", "/v1/disputes/:id", noParams, (_given, id) => store.disputes.require(id)),
		route(
			"post",
			"/v1/disputes/:id",
			params<Stripe.DisputeUpdateParams>()({
				evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
				metadata: metadata.optional(),
				submit: flag.optional(),
			}),
			(given, id) => {
				const dispute = store.disputes.require(id);
				const words = given.evidence?.uncategorized_text;
				const previous = store.disputes.patch(dispute, {
					evidence: { ...dispute.evidence, ...(words !== undefined && { uncategorized_text: words }) },
					metadata: mergeMetadata(dispute.metadata, given.metadata),
					status: given.submit === false ? dispute.status : "under_review",
				});
				world.emit("charge.dispute.updated", dispute, previous);
				// Stripe's test mode decides by these words. Source: docs.stripe.com/testing#disputes.
				if (words === "winning_evidence") return closeDispute(world, id, "won");
				if (words === "losing_evidence") return closeDispute(world, id, "lost");
				return dispute;
			},
		),
		route("post", "/v1/disputes/:id/close", noParams, (_given, id) => closeDispute(world, id, "lost")),
	];
}
