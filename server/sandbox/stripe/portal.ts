import { endSubscription } from "./billing.ts";
import { itemOf, releaseSchedule } from "./plan-changes.ts";
import type { PortalConfiguration, PortalSession, Subscription } from "./stored.ts";
import { isEnded, scheduleEnd, updateSubscription } from "./subscription-changes.ts";
import type { World } from "./world.ts";

type Portal = {
	configuration: PortalConfiguration;
	flow: PortalSession["flow"];
	/** The customer's newest. */
	subscription: Subscription | undefined;
};

/** What a portal session is about, with everything it names. */
export function portalOf(world: World, session: PortalSession): Portal {
	const { store } = world;
	const configuration = store.portalConfigurations.require(session.configuration);
	const [subscription] = store.subscriptions.list((one) => one.customer === session.customer && !isEnded(one));
	return { configuration, flow: session.flow, subscription };
}

/**
 * The customer cancels in the portal. At the period's end, in flexible billing mode, it sets `cancel_at`
 * and leaves `cancel_at_period_end` false. Source: docs.stripe.com/changelog/clover/2025-09-30.
 */
export function cancelInPortal(world: World, configuration: PortalConfiguration, subscription: Subscription): void {
	releaseSchedule(world, subscription);
	if (configuration.features.subscription_cancel.mode === "immediately") {
		endSubscription(world, subscription, "cancellation_requested");
	} else {
		scheduleEnd(world, subscription, itemOf(subscription).current_period_end);
	}
}

/** The customer takes a planned end back. */
export function renewInPortal(world: World, subscription: Subscription): void {
	scheduleEnd(world, subscription, null);
}

/** The customer's new card becomes the one that is charged. */
export function chargeFromNowOn(world: World, customerId: string, methodId: string): void {
	const { store } = world;
	const customer = store.customers.require(customerId);
	const previous = store.customers.patch(customer, {
		invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
	});
	// Stripe has no such event of a deleted customer.
	if (!customer.deleted) world.emit("customer.updated", customer, previous);
	for (const one of store.subscriptions.list((each) => each.customer === customerId && !isEnded(each))) {
		updateSubscription(world, one, { default_payment_method: methodId });
	}
}
