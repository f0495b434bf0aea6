import type Stripe from "stripe";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/http/app-error.ts";
import { API } from "#shared/api-paths.ts";
import { isOwing, owedInvoice } from "./owed.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";
import { factsOf } from "./subscription-row.ts";

/** Marks the portal configuration that `npm run stripe:setup` makes, which holds the rules for upgrades and downgrades. */
export const PORTAL_MARK = { app: "visualink" } as const;

type Options = { stripe: Stripe; config: Pick<Config, "http"> };

export type PlanChange = ReturnType<typeof createPlanChange>;

/** What a subscriber does to a subscription they already have, on Stripe's own pages or at once. */
export function createPlanChange({ stripe, config }: Options) {
	let portalConfiguration: string | null = null;

	return {
		/**
		 * The address of the portal page that confirms a change to another price: it shows the proration, handles 3-D
		 * Secure, and applies an upgrade now and a downgrade at the period's end. Nothing changes until it is confirmed.
		 * The portal changes no subscription that ends or has a change planned: take that back before (`take-back.ts`).
		 */
		async confirmPage(subscription: Stripe.Subscription, price: Stripe.Price): Promise<string> {
			const [item] = subscription.items.data;
			if (!item) throw new AppError("conflict", "This subscription cannot be changed");
			const configuration = await findConfiguration();
			const origin = config.http.publicOrigin;
			const session = await stripe.billingPortal.sessions.create(
				{
					customer: customerOf(subscription),
					...(configuration && { configuration }),
					return_url: `${origin}${API.subscriptions.left}`,
					flow_data: {
						type: "subscription_update_confirm",
						subscription_update_confirm: {
							subscription: subscription.id,
							items: [{ id: item.id, price: price.id, quantity: 1 }],
						},
						after_completion: {
							type: "redirect",
							redirect: { return_url: `${origin}${afterwards(item.price, price)}` },
						},
					},
				},
				WHILE_SOMEONE_WAITS,
			);
			return session.url;
		},

		/** The page on which an open invoice is paid with another card. */
		async paymentPage(subscription: Stripe.Subscription): Promise<string> {
			const { data } = await stripe.invoices.list(
				{ subscription: subscription.id, status: "open", limit: 100 },
				WHILE_SOMEONE_WAITS,
			);
			const page = owedInvoice(data.filter((invoice) => invoice.hosted_invoice_url))?.hosted_invoice_url;
			return page ?? portalPage(customerOf(subscription), { isValid: !isOwing(subscription) });
		},

		portalPage,

		/** Stripe's page on which the card is replaced; it leads back to the account page. */
		cardPage(customerId: string): Promise<string> {
			const returnUrl = returnTo({ isValid: false });
			const completion = { type: "redirect", redirect: { return_url: returnUrl } } as const;
			return openPortal(customerId, {
				return_url: returnUrl,
				flow_data: { type: "payment_method_update", after_completion: completion },
			});
		},

		/** Ends the subscription with its paid period, and no later. Doing it twice changes nothing. */
		async cancel(subscription: Stripe.Subscription): Promise<void> {
			if (factsOf(subscription)?.cancelAtPeriodEnd) return;
			await releaseSchedule(subscription);
			await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }, WHILE_SOMEONE_WAITS);
		},

		keepGoing,
		releaseSchedule,
	};

	/** Stripe's page with invoices and payment method; it leads back to where the person may be. */
	function portalPage(customerId: string, standing: { isValid: boolean }): Promise<string> {
		return openPortal(customerId, { return_url: returnTo(standing) });
	}

	function returnTo({ isValid }: { isValid: boolean }): string {
		return `${config.http.publicOrigin}${isValid ? "/admin?tab=subscription" : "/account"}`;
	}

	async function openPortal(
		customer: string,
		params: Omit<Stripe.BillingPortal.SessionCreateParams, "customer" | "configuration">,
	): Promise<string> {
		const configuration = await findConfiguration();
		const session = await stripe.billingPortal.sessions.create(
			{ customer, ...(configuration && { configuration }), ...params },
			WHILE_SOMEONE_WAITS,
		);
		return session.url;
	}

	/** Calls a scheduled end off, whichever way it was scheduled. */
	async function keepGoing(subscription: Stripe.Subscription): Promise<void> {
		if (!isEnding(subscription)) return;
		// Stripe fills `cancel_at` for both kinds, and refuses a call that sets both fields.
		const change = subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
		await stripe.subscriptions.update(subscription.id, change, WHILE_SOMEONE_WAITS);
	}

	/** A downgrade that waits for the period's end is a schedule, and Stripe lets nothing else touch the subscription. */
	async function releaseSchedule({ schedule }: Stripe.Subscription): Promise<void> {
		if (!schedule) return;
		const id = typeof schedule === "string" ? schedule : schedule.id;
		await stripe.subscriptionSchedules.release(id, {}, WHILE_SOMEONE_WAITS);
	}

	async function findConfiguration(): Promise<string | null> {
		if (portalConfiguration) return portalConfiguration;
		const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 }, WHILE_SOMEONE_WAITS);
		portalConfiguration = data.find(({ metadata }) => metadata?.app === PORTAL_MARK.app)?.id ?? null;
		return portalConfiguration;
	}
}

/** Only payments lead to the page after a payment: what is planned for later is told on the subscription tab (P131). */
function afterwards(before: Stripe.Price, after: Stripe.Price): string {
	const isShorter = before.recurring?.interval === "year" && after.recurring?.interval === "month";
	const isCheaper = (after.unit_amount ?? 0) < (before.unit_amount ?? 0);
	return isShorter || isCheaper ? "/admin?tab=subscription&changed=planned" : "/payment-success";
}

export function isEnding(subscription: Stripe.Subscription): boolean {
	return subscription.cancel_at_period_end || subscription.cancel_at !== null;
}

function customerOf({ customer }: Stripe.Subscription): string {
	return typeof customer === "string" ? customer : customer.id;
}
