import { z } from "zod";
import { vatInfo } from "../onboarding/onboarding-form.ts";
import { planId } from "../plans/plan.ts";

/** A subscription as the browser sees it. */
export const clientSubscription = z.object({
	planId: z.string(),
	status: z.string(),
	isAnnual: z.boolean(),
	plan: z.object({ name: z.string() }),
	currentPeriodEnd: z.iso.datetime(),
	cancelAtPeriodEnd: z.boolean(),
});
export type ClientSubscription = z.infer<typeof clientSubscription>;

/** Answer of `GET /api/subscriptions/active`. */
export const activeSubscription = z.object({
	active: z.boolean(),
	subscription: clientSubscription.nullable(),
});
export type ActiveSubscription = z.infer<typeof activeSubscription>;

/** Body of `POST /api/subscriptions`. */
export const checkoutRequest = z.object({
	planId: planId,
	isAnnual: z.boolean("Invalid input").default(false),
	vatInfo: vatInfo.optional(),
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;
