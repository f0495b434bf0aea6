import type Stripe from "stripe";
import { z } from "zod";
import { clearable, flag, metadata, moment, one, params, text } from "../params.ts";

export const STATUSES = [
	"active",
	"past_due",
	"unpaid",
	"canceled",
	"incomplete",
	"incomplete_expired",
	"trialing",
	"paused",
	"ended",
	"all",
] as const;

export const cancellationDetails = z.strictObject({
	comment: clearable(text).optional(),
	feedback: z
		.enum([
			"customer_service",
			"low_quality",
			"missing_features",
			"other",
			"switched_service",
			"too_complex",
			"too_expensive",
			"unused",
		])
		.optional(),
});
export const createParams = params<Stripe.SubscriptionCreateParams>()({
	customer: text,
	items: z.array(z.strictObject({ price: text, quantity: one.optional() })).length(1),
	automatic_tax: z.strictObject({ enabled: flag }).optional(),
	default_payment_method: text.optional(),
	discounts: z
		.array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))
		.max(1)
		.optional(),
	metadata: metadata.optional(),
	payment_behavior: z.enum(["allow_incomplete", "default_incomplete", "error_if_incomplete"]).optional(),
	off_session: flag.optional(),
});
export const updateParams = params<Stripe.SubscriptionUpdateParams>()({
	cancel_at_period_end: flag.optional(),
	cancel_at: clearable(moment).optional(),
	cancellation_details: cancellationDetails.optional(),
	default_payment_method: text.optional(),
	items: z
		.array(z.strictObject({ id: text, price: text, quantity: one.optional() }))
		.length(1)
		.optional(),
	metadata: metadata.optional(),
	off_session: flag.optional(),
	payment_behavior: z.enum(["allow_incomplete", "pending_if_incomplete"]).optional(),
	proration_behavior: z.enum(["always_invoice", "none"]).optional(),
});
