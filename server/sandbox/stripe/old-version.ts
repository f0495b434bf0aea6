import type Stripe from "stripe";

type Loose = Record<string, unknown>;

/**
 * An event as an endpoint of 2024 still receives it: periods on the subscription itself, and the subscription,
 * payment intent and charge named on the invoice. Source: docs.stripe.com/changelog/basil/2025-03-31.
 */
export function asOldVersion(event: Stripe.Event): object {
	const object = structuredClone(event.data.object) as unknown as Loose;
	return { ...event, api_version: "2024-06-20", data: { ...event.data, object: oldShape(object) } };
}

function oldShape(object: Loose): Loose {
	if (object.object === "subscription") {
		const [item] = (object.items as { data: Loose[] }).data;
		if (!item) return object;
		const { current_period_start: start, current_period_end: end, ...rest } = item;
		return {
			...object,
			current_period_start: start,
			current_period_end: end,
			items: { ...(object.items as Loose), data: [rest] },
		};
	}
	if (object.object === "invoice") {
		const { parent, ...rest } = object;
		const details = (parent as { subscription_details: Loose | null } | null)?.subscription_details;
		return { ...rest, subscription: details?.subscription ?? null, paid: object.status === "paid" };
	}
	return object;
}
