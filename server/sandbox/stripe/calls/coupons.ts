import type Stripe from "stripe";
import { z } from "zod";
import { newCoupon, newPromotionCode } from "../catalog-objects.ts";
import { has, listRoute } from "../lists.ts";
import { defined, flag, listParams, params, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

const percent = z
	.string()
	.regex(/^\d+(\.\d+)?$/, { error: (issue) => `Invalid decimal: ${String(issue.input)}` })
	.transform(Number)
	.refine((value) => value <= 100, "Invalid decimal: must be at most 100");
const couponFields = params<Stripe.CouponCreateParams>()({
	id: text.optional(),
	applies_to: z.strictObject({ products: z.array(text).min(1) }).optional(),
	duration: z.enum(["forever", "once"]).optional(),
	name: text.max(40).optional(),
	percent_off: percent,
});
const couponChanges = params<Stripe.CouponUpdateParams>()({ name: text.max(40).optional() });
const codeFields = params<Stripe.PromotionCodeCreateParams>()({
	promotion: z.strictObject({ type: z.enum(["coupon"]), coupon: text }),
	code: text,
	restrictions: z.strictObject({ first_time_transaction: flag }).optional(),
});
const codeChanges = params<Stripe.PromotionCodeUpdateParams>()({ active: flag.optional() });
const codes = listParams<Stripe.PromotionCodeListParams>()({ active: flag.optional(), code: text.optional() });

/** Calls on coupons and promotion codes. */
export function couponCalls(world: World): Route[] {
	const { store } = world;
	const named = (code: string) => store.promotionCodes.list((one) => one.code.toLowerCase() === code.toLowerCase());
	return [
		route("post", "/v1/coupons", couponFields, ({ expand: _, ...given }) => {
			if (given.id && store.coupons.get(given.id)) {
				throw new StripeError("Coupon already exists.", { code: "resource_already_exists", param: "id" });
			}
			const coupon = store.coupons.put(newCoupon({ created: world.now(), ...defined(given) }));
			world.emit("coupon.created", coupon);
			return coupon;
		}),
		route("post", "/v1/coupons/:id", couponChanges, ({ expand: _, ...given }, id) => {
			const coupon = store.coupons.require(id);
			const previous = store.coupons.patch(coupon, defined(given));
			if (Object.keys(previous).length > 0) world.emit("coupon.updated", coupon, previous);
			return coupon;
		}),
		listRoute("/v1/coupons", listParams<Stripe.CouponListParams>()({}), () => store.coupons.list()),
		route("post", "/v1/promotion_codes", codeFields, ({ code, promotion, restrictions }) => {
			store.coupons.require(promotion.coupon, "promotion[coupon]");
			if (named(code).some(({ active }) => active)) {
				throw new StripeError(`An active promotion code with \`code: ${code}\` already exists.`, { param: "code" });
			}
			const made = newPromotionCode({
				created: world.now(),
				code,
				promotion,
				isForFirstTime: restrictions?.first_time_transaction ?? false,
			});
			store.promotionCodes.put(made);
			world.emit("promotion_code.created", made);
			return made;
		}),
		route("post", "/v1/promotion_codes/:id", codeChanges, ({ expand: _, ...given }, id) => {
			const promotion = store.promotionCodes.require(id);
			const previous = store.promotionCodes.patch(promotion, defined(given));
			if (Object.keys(previous).length > 0) world.emit("promotion_code.updated", promotion, previous);
			return promotion;
		}),
		listRoute("/v1/promotion_codes", codes, ({ active, code }) =>
			(code ? named(code) : store.promotionCodes.list()).filter((one) => has(one, { active })),
		),
	];
}
