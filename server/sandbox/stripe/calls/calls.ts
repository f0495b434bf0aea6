import type { Route } from "../route.ts";
import type { World } from "../world.ts";
import { balanceCalls } from "./balance-transactions.ts";
import { checkoutSessionCalls } from "./checkout-sessions.ts";
import { couponCalls } from "./coupons.ts";
import { customerCalls } from "./customers.ts";
import { eventCalls } from "./events.ts";
import { paymentCalls } from "./payments.ts";
import { portalCalls } from "./portal.ts";
import { priceCalls } from "./prices.ts";
import { refundCalls } from "./refunds.ts";
import { scheduleCalls } from "./schedules.ts";
import { subscriptionCalls } from "./subscriptions.ts";

/** Every call that the sandbox's Stripe answers: those that the product makes, and no other. */
export function callsOf(world: World): Route[] {
	return [
		...customerCalls(world),
		...balanceCalls(world),
		...priceCalls(world),
		...couponCalls(world),
		...checkoutSessionCalls(world),
		...subscriptionCalls(world),
		...scheduleCalls(world),
		...paymentCalls(world),
		...refundCalls(world),
		...portalCalls(world),
		...eventCalls(world),
	];
}
