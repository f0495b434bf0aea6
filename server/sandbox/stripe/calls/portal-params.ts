import { z } from "zod";
import { clearable, flag, integer, metadata, text, url } from "../params.ts";

const proration = z.enum(["always_invoice", "create_prorations", "none"]);
const condition = z.strictObject({ type: z.enum(["decreasing_item_amount", "shortening_interval"]) });
/** A list that an empty text empties. */
const listOf = <S extends z.ZodType>(item: S) =>
	z.preprocess((value) => (value === "" ? [] : value), z.array(item)).optional();

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
		.strictObject({
			enabled: flag.optional(),
			mode: z.enum(["at_period_end", "immediately"]).optional(),
			proration_behavior: proration.optional(),
			cancellation_reason: z.strictObject({ enabled: flag, options: listOf(text) }).optional(),
		})
		.optional(),
	subscription_update: z
		.strictObject({
			enabled: flag.optional(),
			default_allowed_updates: listOf(z.enum(["price", "promotion_code", "quantity"])),
			products: listOf(
				z.strictObject({
					product: text,
					prices: z.array(text),
					adjustable_quantity: z.strictObject({ enabled: flag }).optional(),
				}),
			),
			proration_behavior: proration.optional(),
			billing_cycle_anchor: z.enum(["now", "unchanged"]).optional(),
			schedule_at_period_end: z.strictObject({ conditions: listOf(condition) }).optional(),
			trial_update_behavior: z.enum(["continue_trial", "end_trial"]).optional(),
		})
		.optional(),
});
export const configurationFields = {
	business_profile: z
		.strictObject({
			headline: clearable(text).optional(),
			privacy_policy_url: clearable(text).optional(),
			terms_of_service_url: clearable(text).optional(),
		})
		.optional(),
	default_return_url: clearable(url).optional(),
	metadata: metadata.optional(),
	name: clearable(text).optional(),
};

const afterCompletion = z.strictObject({
	type: z.enum(["hosted_confirmation", "portal_homepage", "redirect"]),
	redirect: z.strictObject({ return_url: url }).optional(),
	hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
});
export const flowData = z.strictObject({
	type: z.enum(["payment_method_update", "subscription_cancel", "subscription_update", "subscription_update_confirm"]),
	after_completion: afterCompletion.optional(),
	subscription_cancel: z.strictObject({ subscription: text }).optional(),
	subscription_update: z.strictObject({ subscription: text }).optional(),
	subscription_update_confirm: z
		.strictObject({
			subscription: text,
			items: z.array(z.strictObject({ id: text, price: text.optional(), quantity: integer.optional() })).length(1),
		})
		.optional(),
});
export type FlowData = z.output<typeof flowData>;
