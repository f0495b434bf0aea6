import { amountOff, runningDiscounts } from "./discounts.ts";
import { newInvoice, newInvoiceLine } from "./invoice-objects.ts";
import { wholePeriod } from "./invoicing.ts";
import { addInterval } from "./periods.ts";
import { itemOf } from "./plan-changes.ts";
import { newId } from "./store.ts";
import type { Invoice, Subscription } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import { isEnded } from "./subscription-changes.ts";
import type { World } from "./world.ts";

/** The invoice that a subscription's next period will begin with. Source: docs.stripe.com/api/invoices/create_preview. */
export function previewInvoice(world: World, subscription: Subscription): Invoice {
	const { store } = world;
	const item = itemOf(subscription);
	const start = item.current_period_end;
	const endsBefore = subscription.cancel_at !== null && subscription.cancel_at <= start;
	if (isEnded(subscription) || endsBefore) {
		throw new StripeError(`No upcoming invoices for customer: ${subscription.customer}`, {
			code: "invoice_upcoming_none",
			status: 404,
		});
	}
	const customer = store.customers.require(subscription.customer);
	const schedule = store.schedules.get(subscription.schedule);
	const price = store.prices.get(schedule?.phases[1]?.items[0]?.price) ?? item.price;
	const period = { start, end: addInterval(start, price.recurring?.interval ?? "month", 1) };
	const id = newId("upcoming_in");
	const line = newInvoiceLine({ invoice: id, ...wholePeriod(world, item, price, period) });
	const off = runningDiscounts(world, subscription).reduce(
		(sum, { coupon }) => sum + amountOff(coupon, line.amount),
		0,
	);
	const total = line.amount - off;
	const due = Math.max(0, total + customer.balance);
	return newInvoice(
		{
			id,
			customer: customer.id,
			currency: subscription.currency,
			created: start,
			billing_reason: "upcoming",
			amount_due: due,
			amount_remaining: due,
			subtotal: line.amount,
			total,
			starting_balance: customer.balance,
			next_payment_attempt: start + 3_600,
			parent: {
				quote_details: null,
				subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
				type: "subscription_details",
			},
			lines: { object: "list", data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
		},
		customer,
	);
}
