import { planOf } from "./catalog-objects.ts";
import { newId } from "./store.ts";
import type { Price, Subscription, SubscriptionItem, SubscriptionSchedule } from "./stored.ts";

/** Builders of subscription objects: every field of the API version, the given ones set. */
export function newSubscription(
	fields: Partial<Subscription> & { customer: string; currency: string; created: number },
): Subscription {
	const id = fields.id ?? newId("sub");
	return {
		id,
		object: "subscription",
		application: null,
		application_fee_percent: null,
		automatic_tax: { disabled_reason: null, enabled: false, liability: null },
		billing_cycle_anchor: fields.created,
		billing_cycle_anchor_config: null,
		billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
		billing_schedules: [],
		billing_thresholds: null,
		cancel_at: null,
		cancel_at_period_end: false,
		canceled_at: null,
		cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
		collection_method: "charge_automatically",
		customer_account: null,
		days_until_due: null,
		default_payment_method: null,
		default_source: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		ended_at: null,
		invoice_settings: {
			account_tax_ids: null,
			custom_fields: null,
			description: null,
			footer: null,
			issuer: { type: "self" },
		},
		items: { object: "list", data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
		latest_invoice: null,
		livemode: false,
		managed_payments: { enabled: false },
		metadata: {},
		next_pending_invoice_item_invoice: null,
		on_behalf_of: null,
		pause_collection: null,
		payment_settings: {
			payment_method_options: null,
			payment_method_types: null,
			save_default_payment_method: "off",
		},
		pending_invoice_item_interval: null,
		pending_setup_intent: null,
		pending_update: null,
		schedule: null,
		start_date: fields.created,
		status: "incomplete",
		test_clock: null,
		transfer_data: null,
		trial_end: null,
		trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
		trial_start: null,
		...fields,
	};
}

export function newSubscriptionItem(fields: {
	subscription: string;
	price: Price;
	created: number;
	period: { start: number; end: number };
}): SubscriptionItem {
	return {
		id: newId("si", 14),
		object: "subscription_item",
		billing_thresholds: null,
		created: fields.created,
		current_period_end: fields.period.end,
		current_period_start: fields.period.start,
		current_trial: null,
		discounts: [],
		metadata: {},
		plan: planOf(fields.price),
		price: structuredClone(fields.price),
		quantity: 1,
		subscription: fields.subscription,
		tax_rates: [],
	};
}

/** A schedule that keeps a subscription unchanged, in one phase that ends with the running period. */
export function newSchedule(options: {
	subscription: Subscription;
	item: SubscriptionItem;
	created: number;
}): SubscriptionSchedule {
	const { subscription, item } = options;
	const phase = (price: string, start: number, end: number): SubscriptionSchedule["phases"][number] => ({
		add_invoice_items: [],
		application_fee_percent: null,
		billing_cycle_anchor: null,
		billing_thresholds: null,
		collection_method: null,
		currency: subscription.currency,
		default_payment_method: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		end_date: end,
		invoice_settings: null,
		items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1, tax_rates: [] }],
		metadata: {},
		on_behalf_of: null,
		proration_behavior: "none",
		start_date: start,
		transfer_data: null,
		trial_end: null,
	});
	return {
		id: newId("sub_sched"),
		object: "subscription_schedule",
		application: null,
		billing_mode: subscription.billing_mode,
		canceled_at: null,
		completed_at: null,
		created: options.created,
		current_phase: { start_date: item.current_period_start, end_date: item.current_period_end },
		customer: subscription.customer,
		customer_account: null,
		default_settings: {
			application_fee_percent: null,
			billing_cycle_anchor: "automatic",
			billing_thresholds: null,
			collection_method: "charge_automatically",
			default_payment_method: null,
			description: null,
			invoice_settings: {
				account_tax_ids: null,
				custom_fields: null,
				days_until_due: null,
				description: null,
				footer: null,
				issuer: { type: "self" },
			},
			on_behalf_of: null,
			transfer_data: null,
		},
		end_behavior: "release",
		livemode: false,
		metadata: {},
		pause_schedules: [],
		phases: [phase(item.price.id, item.current_period_start, item.current_period_end)],
		released_at: null,
		released_subscription: null,
		status: "active",
		subscription: subscription.id,
		test_clock: null,
	};
}
