import type Stripe from "stripe";
import type { Config } from "#server/platform/config/config.ts";
import { isOwing, openInvoice } from "../change/open-invoices.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

/** Marks the portal configuration for invoices, cards and cancellation, which allows no plan changes. */
export const PORTAL = { app: "visualink" } as const;

type Options = { stripe: Stripe; config: Pick<Config, "http"> };
type Standing = { isValid: boolean };

export type StripePages = ReturnType<typeof createStripePages>;

export function createStripePages({ stripe, config }: Options) {
	let configuration: string | undefined;

	return {
		/** The page to pay an open invoice with another card. */
		async paymentPage(subscription: Stripe.Subscription): Promise<string> {
			const { data } = await stripe.invoices.list(
				{ subscription: subscription.id, status: "open", limit: 100 },
				WHILE_SOMEONE_WAITS,
			);
			const page = openInvoice(data.filter((invoice) => invoice.hosted_invoice_url))?.hosted_invoice_url;
			return page ?? portalPage(customerOf(subscription), { isValid: !isOwing(subscription) });
		},

		portalPage,

		cardPage(customerId: string, standing: Standing): Promise<string> {
			const after_completion = { type: "redirect", redirect: { return_url: returnTo(standing) } } as const;
			return portalPage(customerId, standing, { type: "payment_method_update", after_completion });
		},
	};

	function returnTo({ isValid }: Standing): string {
		return `${config.http.publicOrigin}${isValid ? "/admin?tab=subscription" : "/account"}`;
	}

	/** The portal, whole or for one task only. It links back to a page the user may open. */
	async function portalPage(
		customer: string,
		standing: Standing,
		flow_data?: Stripe.BillingPortal.SessionCreateParams.FlowData,
	): Promise<string> {
		configuration ??= await findConfiguration();
		const page = { customer, return_url: returnTo(standing), ...(flow_data && { flow_data }) };
		const asked = { ...page, ...(configuration && { configuration }) };
		return (await stripe.billingPortal.sessions.create(asked, WHILE_SOMEONE_WAITS)).url;
	}

	async function findConfiguration(): Promise<string | undefined> {
		const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 }, WHILE_SOMEONE_WAITS);
		return data.find(({ metadata }) => metadata?.app === PORTAL.app)?.id;
	}
}

function customerOf({ customer }: Stripe.Subscription): string {
	return typeof customer === "string" ? customer : customer.id;
}
