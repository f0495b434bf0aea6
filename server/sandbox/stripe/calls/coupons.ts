import type Stripe from "stripe";
import { z } from "zod";
import { newCoupon, newPromotionCode } from "../catalog-objects.ts";
import { pageOf } from "../lists.ts";
import { cents, defined, flag, listParams, metadata, moment, params, positive, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

const percent = z
	.string()
	.regex(/^\d+(\.\d+)?$/, { error: (issue) => `Invalid decimal: ${String(issue.input)}` })
	.transform(Number)
	.refine((value) => value <= 100, "Invalid decimal: must be at most 100");

/** Calls on coupons and promotion codes. */
export function couponCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"post",
			"/v1/coupons",
			params<Stripe.CouponCreateParams>()({
				id: text.optional(),
				amount_off: cents.optional(),
				applies_to: z.strictObject({ products: z.array(text).min(1) }).optional(),
				currency: text.optional(),
				duration: z.enum(["forever", "once", "repeating"]).optional(),
				duration_in_months: positive.optional(),
				max_redemptions: positive.optional(),
				metadata: metadata.optional(),
				name: text.max(40).optional(),
				percent_off: percent.optional(),
				redeem_by: moment.optional(),
			}),
			({ expand: _, ...given }) => {
				if (given.id && store.coupons.get(given.id)) {
					throw new StripeError("Coupon already exists.", { code: "resource_already_exists", param: "id" });
				}
				if ((given.percent_off === undefined) === (given.amount_off === undefined)) {
					throw new StripeError("Must provide percent_off or amount_off.", { code: "parameter_missing" });
				}
				const coupon = store.coupons.put(newCoupon({ created: world.now(), ...defined(given) }));
				world.emit("coupon.created", coupon);
				return coupon;
			},
		),
		route(
			"post",
			"/v1/coupons/:id",
			params<Stripe.CouponUpdateParams>()({ name: text.max(40).optional() }),
			({ expand: _, ...given }, id) => {
				const coupon = store.coupons.require(id);
				const previous = store.coupons.patch(coupon, defined(given));
				if (Object.keys(previous).length > 0) world.emit("coupon.updated", coupon, previous);
				return coupon;
			},
		),
		route("get", "/v1/coupons", listParams<Stripe.CouponListParams>()({}), (given) =>
			pageOf("/v1/coupons", store.coupons.list(), given),
		),
		route(
			"post",
			"/v1/promotion_codes",
			params<Stripe.PromotionCodeCreateParams>()({
				promotion: z.strictObject({ type: z.enum(["coupon"]), coupon: text }),
				code: text.optional(),
				active: flag.optional(),
				customer: text.optional(),
				expires_at: moment.optional(),
				max_redemptions: positive.optional(),
				metadata: metadata.optional(),
				restrictions: z.strictObject({ first_time_transaction: flag.optional() }).optional(),
			}),
			({ expand: _, restrictions, ...given }) => {
				store.coupons.require(given.promotion.coupon, "promotion[coupon]");
				const code = given.code ?? Math.random().toString(36).slice(2, 10).toUpperCase();
				const taken = store.promotionCodes.list((one) => one.active && one.code.toLowerCase() === code.toLowerCase());
				if (taken.length > 0) {
					throw new StripeError(`An active promotion code with \`code: ${code}\` already exists.`, { param: "code" });
				}
				const made = newPromotionCode({
					created: world.now(),
					...defined(given),
					code,
					promotion: given.promotion,
					restrictions: {
						first_time_transaction: restrictions?.first_time_transaction ?? false,
						minimum_amount: null,
						minimum_amount_currency: null,
					},
				});
				store.promotionCodes.put(made);
				world.emit("promotion_code.created", made);
				return made;
			},
		),
		route(
			"post",
			"/v1/promotion_codes/:id",
			params<Stripe.PromotionCodeUpdateParams>()({ active: flag.optional(), metadata: metadata.optional() }),
			({ expand: _, ...given }, id) => {
				const promotion = store.promotionCodes.require(id);
				const previous = store.promotionCodes.patch(promotion, defined(given));
				if (Object.keys(previous).length > 0) world.emit("promotion_code.updated", promotion, previous);
				return promotion;
			},
		),
		route(
			"get",
			"/v1/promotion_codes",
			listParams<Stripe.PromotionCodeListParams>()({
				active: flag.optional(),
				code: text.optional(),
				coupon: text.optional(),
			}),
			(given) =>
				pageOf(
					"/v1/promotion_codes",
					store.promotionCodes.list(
						(one) =>
							(given.active === undefined || one.active === given.active) &&
							(!given.code || one.code.toLowerCase() === given.code.toLowerCase()) &&
							(!given.coupon || one.promotion.coupon === given.coupon),
					),
					given,
				),
		),
	];
}
