import type Stripe from "stripe";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/http/app-error.ts";
import { API } from "#shared/api-paths.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { planPrice } from "../sync/planned-change.ts";
import { factsOf } from "../sync/subscription-row.ts";
import { isOwing, owedInvoice } from "./owed.ts";

/** Marks the portal configuration for invoices, cards and cancelling, in which no plan can be changed. */
export const PLAIN_PORTAL = { app: "visualink" } as const;
/** Marks the portal configuration of the page that confirms a change of plan, which counts and is charged at once. */
export const CHANGES_PORTAL = { app: "visualink-changes" } as const;

type Options = { stripe: Stripe; config: Pick<Config, "http"> };

export type PlanChange = ReturnType<typeof createPlanChange>;

/** What a subscriber does to a subscription they already have, on Stripe's own pages or at once. */
export function createPlanChange({ stripe, config }: Options) {
	const configurations = new Map<string, string>();

	return {
		/**
		 * The address of the portal page that confirms a change to another price: it shows the proration, handles 3-D
		 * Secure, and changes the price at once. Nothing changes until it is confirmed.
		 * The portal changes no subscription that ends or has a change planned: take that back before (`take-back.ts`).
		 * @throws AppError `upstream` where `stripe-setup` has not made its configuration
		 */
		async confirmPage(subscription: Stripe.Subscription, price: Stripe.Price): Promise<string> {
			const [item] = subscription.items.data;
			if (!item) throw new AppError("subscription_fixed", "This subscription cannot be changed");
			const configuration = await findConfiguration(CHANGES_PORTAL);
			// Stripe's default configuration could apply any rule to the change.
			if (!configuration) throw notSetUp();
			const origin = config.http.publicOrigin;
			const session = await stripe.billingPortal.sessions.create(
				{
					customer: customerOf(subscription),
					configuration,
					return_url: `${origin}${API.subscriptions.left}`,
					flow_data: {
						type: "subscription_update_confirm",
						subscription_update_confirm: {
							subscription: subscription.id,
							items: [{ id: item.id, price: price.id, quantity: 1 }],
						},
						after_completion: {
							type: "redirect",
							redirect: { return_url: `${origin}/payment-success` },
						},
					},
				},
				WHILE_SOMEONE_WAITS,
			);
			return session.url;
		},

		/**
		 * Plans another price for the end of the paid period: nothing is charged today, so no page of Stripe's is needed.
		 * @returns where the browser goes: the subscription tab, which says from when (P131)
		 */
		async planForPeriodEnd(subscription: Stripe.Subscription, price: Stripe.Price): Promise<string> {
			// The planned change may have been canceled since it was read, and its schedule with it.
			const present = await stripe.subscriptions.retrieve(subscription.id, {}, WHILE_SOMEONE_WAITS);
			await planPrice(stripe, present, price);
			return `${config.http.publicOrigin}/admin?tab=subscription&changed=planned`;
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
		const configuration = await findConfiguration(PLAIN_PORTAL);
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

	async function findConfiguration({ app }: { app: string }): Promise<string | null> {
		const known = configurations.get(app);
		if (known) return known;
		const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 }, WHILE_SOMEONE_WAITS);
		const found = data.find(({ metadata }) => metadata?.app === app);
		if (found) configurations.set(app, found.id);
		return found?.id ?? null;
	}
}

function notSetUp(): AppError {
	return new AppError("upstream", "Plans cannot be changed right now. Please try again later.", {
		cause: new Error(
			`Run "npm run operator -- stripe-setup": there is no portal configuration marked ${CHANGES_PORTAL.app}`,
		),
	});
}

export function isEnding(subscription: Stripe.Subscription): boolean {
	return subscription.cancel_at_period_end || subscription.cancel_at !== null;
}

function customerOf({ customer }: Stripe.Subscription): string {
	return typeof customer === "string" ? customer : customer.id;
}
