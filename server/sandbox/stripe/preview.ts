import { amountOff, runningDiscounts } from "./discounts.ts";
import { newInvoice, newInvoiceLine } from "./invoice-objects.ts";
import { amountDue, type Charged, wholePeriod } from "./invoicing.ts";
import { addInterval } from "./periods.ts";
import { checkProrationDate, itemOf, priceChange } from "./plan-changes.ts";
import { newId } from "./store.ts";
import type { Invoice, Price, Subscription } from "./stored.ts";
import { noSuch, StripeError } from "./stripe-error.ts";
import { isEnded } from "./subscription-changes.ts";
import type { World } from "./world.ts";

type Details = Pick<Change, "cancel_at_period_end" | "cancel_at"> & {
	items?: Change["items"] | undefined;
	proration_behavior?: Change["proration_behavior"] | undefined;
};

/** The invoice to come, as the subscription is or with these details. Source: docs.stripe.com/api/invoices/create_preview. */
export function previewWith(world: World, subscription: Subscription, details: Details = {}): Invoice {
	const { items, proration_behavior: proration = "none" } = details;
	if (items) return previewChange(world, subscription, { ...details, items, proration_behavior: proration });
	return previewRenewal(world, subscription, isKept(details));
}

function isKept({ cancel_at_period_end: atEnd, cancel_at: at }: Details): boolean {
	return atEnd === false || at === null;
}

/** The invoice that a subscription's next period will begin with, also where it would end before, if its end is undone. */
function previewRenewal(world: World, subscription: Subscription, isEndUndone: boolean): Invoice {
	const { store } = world;
	const item = itemOf(subscription);
	const endsBefore = subscription.cancel_at !== null && subscription.cancel_at <= item.current_period_end;
	if (endsBefore && !isEndUndone) throw nothingUpcoming(subscription);
	const schedule = store.schedules.get(subscription.schedule);
	const price = store.prices.get(schedule?.phases[1]?.items[0]?.price) ?? item.price;
	return preview(world, subscription, { at: item.current_period_end, charged: [renewal(world, subscription, price)] });
}

type Change = {
	items: { id: string; price: string }[];
	proration_behavior: "always_invoice" | "none";
	proration_date?: number | undefined;
	cancel_at_period_end?: boolean | undefined;
	cancel_at?: number | null | undefined;
};

/**
 * The invoice that another price would lead to: with `always_invoice` the one of today, for the unused time and the new
 * price. With `none` it is the next whole period at the new price: of a new billing cycle where the interval changes.
 */
function previewChange(world: World, subscription: Subscription, change: Change): Invoice {
	const { store } = world;
	const [wanted] = change.items;
	const item = itemOf(subscription);
	if (wanted?.id !== item.id)
		throw noSuch("subscription_item", wanted?.id ?? "", "subscription_details[items][0][id]", 400);
	const price = store.prices.require(wanted.price, "subscription_details[items][0][price]");
	if (subscription.cancel_at !== null && !isKept(change)) throw nothingUpcoming(subscription);
	if (change.proration_behavior === "always_invoice") {
		checkProrationDate(world, subscription, change.proration_date, "subscription_details[proration_date]");
		const at = world.now(subscription.customer);
		const prorationDate = change.proration_date ?? at;
		const { charged } = priceChange(world, subscription, price, prorationDate);
		return preview(world, subscription, { at, charged, prorationDate });
	}
	if (change.proration_date !== undefined) {
		throw new StripeError("`proration_date` cannot be used with `proration_behavior=none`.");
	}
	const isSameInterval = item.price.recurring?.interval === price.recurring?.interval;
	const at = isSameInterval ? item.current_period_end : world.now(subscription.customer);
	return preview(world, subscription, { at, charged: [renewal(world, subscription, price, at)] });
}

function renewal(world: World, subscription: Subscription, price: Price, at?: number): Charged {
	const item = itemOf(subscription);
	const start = at ?? item.current_period_end;
	const period = { start, end: addInterval(start, price.recurring?.interval ?? "month", 1) };
	return wholePeriod(world, item, price, period);
}

function preview(
	world: World,
	subscription: Subscription,
	{ at, charged, prorationDate }: { at: number; charged: Charged[]; prorationDate?: number },
): Invoice {
	if (isEnded(subscription)) throw nothingUpcoming(subscription);
	const customer = world.store.customers.require(subscription.customer);
	const id = newId("upcoming_in");
	const lines = charged.map((each) => newInvoiceLine({ invoice: id, ...each }));
	const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
	const discountable = lines.filter((line) => line.discountable).reduce((sum, line) => sum + line.amount, 0);
	const off = runningDiscounts(world, subscription).reduce(
		(sum, { coupon }) => sum + amountOff(coupon, discountable),
		0,
	);
	const due = amountDue(subtotal - off, customer.balance);
	return newInvoice(
		{
			id,
			customer: customer.id,
			currency: subscription.currency,
			created: at,
			billing_reason: "upcoming",
			amount_due: due,
			amount_remaining: due,
			subtotal,
			total: subtotal - off,
			starting_balance: customer.balance,
			next_payment_attempt: at + 3_600,
			parent: {
				quote_details: null,
				subscription_details: {
					metadata: { ...subscription.metadata },
					subscription: subscription.id,
					...(prorationDate !== undefined && { subscription_proration_date: prorationDate }),
				},
				type: "subscription_details",
			},
			lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
		},
		customer,
	);
}

function nothingUpcoming({ customer }: Subscription): StripeError {
	return new StripeError(`No upcoming invoices for customer: ${customer}`, {
		code: "invoice_upcoming_none",
		status: 404,
	});
}
