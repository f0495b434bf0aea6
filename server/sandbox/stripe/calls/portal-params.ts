import { z } from "zod";
import { flag, metadata, text, url } from "../params.ts";

/** A list that an empty text empties. */
const listOf = <S extends z.ZodType>(item: S) =>
	z.preprocess((value) => (value === "" ? [] : value), z.array(item)).optional();
const product = z.strictObject({
	product: text,
	prices: z.array(text),
	adjustable_quantity: z.strictObject({ enabled: flag }).optional(),
});

export const features = z.strictObject({
	customer_update: z
		.strictObject({
			enabled: flag.optional(),
			allowed_updates: listOf(z.enum(["address", "email", "name", "phone", "shipping", "tax_id"])),
		})
		.optional(),
	invoice_history: z.strictObject({ enabled: flag }).optional(),
	payment_method_update: z.strictObject({ enabled: flag }).optional(),
	subscription_cancel: z
		.strictObject({ enabled: flag.optional(), mode: z.enum(["at_period_end", "immediately"]).optional() })
		.optional(),
	subscription_update: z
		.strictObject({
			enabled: flag.optional(),
			default_allowed_updates: listOf(z.enum(["price", "promotion_code", "quantity"])),
			products: listOf(product),
			proration_behavior: z.enum(["always_invoice", "none"]).optional(),
			schedule_at_period_end: z
				.strictObject({
					// The product plans what waits for the period's end itself.
					conditions: listOf(z.never()),
				})
				.optional(),
		})
		.optional(),
});
export const configurationFields = {
	business_profile: z
		.strictObject({
			headline: text.optional(),
			privacy_policy_url: url.optional(),
			terms_of_service_url: url.optional(),
		})
		.optional(),
	default_return_url: url.optional(),
	metadata: metadata.optional(),
};

const afterCompletion = z
	.strictObject({ type: z.enum(["redirect"]), redirect: z.strictObject({ return_url: url }) })
	.optional();

/** What a page of the portal is for: to replace the card. */
export const flowData = z.strictObject({
	type: z.literal("payment_method_update"),
	after_completion: afterCompletion,
});
export type FlowData = z.output<typeof flowData>;
