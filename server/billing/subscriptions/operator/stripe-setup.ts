import type Stripe from "stripe";
import {
	CURRENCY,
	lookupKey,
	OFFERS,
	type Offer,
	PLAN_CATALOGUE,
	priceInCents,
} from "#server/billing/plans/plan-catalog.ts";
import { API } from "#shared/platform/api-paths.ts";
import { PORTAL } from "../stripe/pages.ts";
import { productIdOf } from "../stripe/plan-prices.ts";
import { STRIPE_API_VERSION } from "../stripe/stripe-client.ts";

type Promotion = {
	code: string;
	/** The id of the coupon. Stripe's coupons are immutable, so a changed promotion needs a new one. */
	coupon: string;
	/** Shown to customers at checkout and on invoices. */
	name: string;
	monthsOnly: boolean;
};

/**
 * Only for customers who haven't paid yet, so that each uses one (P126). Why some are monthly only:
 * docs/decisions/0012.
 */
const PROMOTION_CODES: Promotion[] = [
	{ code: "FIRST50OFF", coupon: "FIRST50OFF_MONTHLY", name: "50% off your first month", monthsOnly: true },
	{ code: "CUT50OFF", coupon: "CUT50OFF", name: "50% off your first payment", monthsOnly: false },
	{ code: "LAUNCH50OFF", coupon: "LAUNCH50OFF", name: "50% off your first payment", monthsOnly: false },
];

/** Stripe's tax code for business SaaS: https://docs.stripe.com/tax/tax-codes. */
const TAX_CODE = "txcd_10103001";

/** Every event that can change a subscription or payment row. All of them trigger the same sync. */
const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
	"charge.dispute.closed",
	"charge.dispute.created",
	"charge.dispute.updated",
	"charge.refunded",
	"checkout.session.async_payment_failed",
	"checkout.session.async_payment_succeeded",
	"checkout.session.completed",
	"checkout.session.expired",
	"customer.deleted",
	"customer.subscription.created",
	"customer.subscription.deleted",
	"customer.subscription.paused",
	"customer.subscription.pending_update_applied",
	"customer.subscription.pending_update_expired",
	"customer.subscription.resumed",
	"customer.subscription.updated",
	"customer.tax_id.updated",
	"invoice.finalization_failed",
	"invoice.finalized",
	"invoice.marked_uncollectible",
	"invoice.paid",
	"invoice.payment_action_required",
	"invoice.payment_failed",
	"invoice.voided",
	"invoice_payment.paid",
	"payment_intent.processing",
	"refund.created",
	"refund.failed",
	"refund.updated",
	"subscription_schedule.aborted",
	"subscription_schedule.canceled",
	"subscription_schedule.completed",
	"subscription_schedule.created",
	"subscription_schedule.expiring",
	"subscription_schedule.released",
	"subscription_schedule.updated",
];

type Options = {
	stripe: Stripe;
	publicOrigin: string;
	say: (line: string) => void;
};

/**
 * Creates products, prices, promotion codes, portal configuration and webhook endpoint in a Stripe account. A rerun
 * changes only what differs from the catalog.
 * @returns the new webhook endpoint's signing secret; null if the endpoint existed (Stripe shows a secret once)
 */
export async function setUpStripe({ stripe, publicOrigin, say }: Options): Promise<{ webhookSecret: string | null }> {
	for (const offer of OFFERS) await putPrice(await putProduct(offer), offer);
	for (const promotion of PROMOTION_CODES) await putPromotion(promotion);
	await putPortal();
	return { webhookSecret: await putWebhook() };

	async function putProduct(offer: Offer): Promise<string> {
		const id = productIdOf(offer);
		const { planId, isAnnual } = offer;
		const { name, description } = PLAN_CATALOGUE[planId];
		const title = `Visualink ${name}${isAnnual ? " (yearly)" : ""}`;
		const wanted = { name: title, description, tax_code: TAX_CODE, metadata: { planId } };
		const { data } = await stripe.products.list({ ids: [id], limit: 1 });
		const [found] = data;
		if (!found) {
			await stripe.products.create({ id, ...wanted });
			say(`made the product ${wanted.name}`);
		} else if (
			found.name !== wanted.name ||
			found.description !== wanted.description ||
			found.tax_code !== TAX_CODE ||
			!found.active
		) {
			await stripe.products.update(id, { ...wanted, active: true });
			say(`updated the product ${wanted.name}`);
		} else {
			say(`kept the product ${wanted.name}`);
		}
		return id;
	}

	/** Stripe's prices are immutable: a new amount is a new price that takes over the lookup key. */
	async function putPrice(product: string, offer: Offer): Promise<void> {
		const key = lookupKey(offer);
		const wanted = {
			currency: CURRENCY,
			unit_amount: priceInCents(offer),
			recurring: { interval: offer.isAnnual ? ("year" as const) : ("month" as const) },
			tax_behavior: "exclusive" as const,
		};
		const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
		const [found] = data;
		const isSame =
			found?.unit_amount === wanted.unit_amount &&
			found.currency === wanted.currency &&
			found.recurring?.interval === wanted.recurring.interval &&
			found.product === product;
		const metadata = { planId: offer.planId };
		if (found && isSame) {
			const isMarked = found.metadata.planId === offer.planId;
			if (!isMarked) await stripe.prices.update(found.id, { metadata });
			return say(`${isMarked ? "kept" : "updated"} the price ${key}`);
		}
		await stripe.prices.create({
			...wanted,
			product,
			lookup_key: key,
			transfer_lookup_key: true,
			metadata,
		});
		say(`made the price ${key}`);
	}

	async function putPromotion({ code, coupon, name, monthsOnly }: Promotion): Promise<void> {
		// An interrupted run may have left the coupon behind.
		const coupons = await stripe.coupons.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
		const known = coupons.find(({ id }) => id === coupon);
		if (!known) {
			const months = OFFERS.filter(({ isAnnual }) => !isAnnual).map(productIdOf);
			const scope = monthsOnly ? { applies_to: { products: months } } : {};
			await stripe.coupons.create({ id: coupon, name, percent_off: 50, duration: "once", ...scope });
		} else if (known.name !== name) {
			await stripe.coupons.update(coupon, { name });
			say(`updated the name of the coupon ${coupon}`);
		}
		const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1 });
		const [found] = data;
		const isRight =
			found && idOf(found.promotion.coupon) === coupon && found.restrictions.first_time_transaction === true;
		if (isRight) return say(`kept the promotion code ${code}`);
		// Promotion codes are immutable, and only one active code can have this name.
		if (found) await stripe.promotionCodes.update(found.id, { active: false });
		await stripe.promotionCodes.create({
			promotion: { type: "coupon", coupon },
			code,
			restrictions: { first_time_transaction: true },
		});
		say(found ? `replaced the promotion code ${code}: ${name}, once a customer` : `made the promotion code ${code}`);
	}

	/** Plans can't be changed in the portal (P257); an account set up earlier may allow it. */
	async function putPortal(): Promise<void> {
		const wanted = {
			business_profile: {
				headline: "Visualink: custom link previews",
				privacy_policy_url: `${publicOrigin}/privacy`,
				terms_of_service_url: `${publicOrigin}/terms`,
			},
			default_return_url: `${publicOrigin}/admin`,
			metadata: { ...PORTAL },
			features: {
				payment_method_update: { enabled: true },
				customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
				invoice_history: { enabled: true },
				subscription_cancel: { enabled: true, mode: "at_period_end" },
				subscription_update: { enabled: false },
			},
		} satisfies Stripe.BillingPortal.ConfigurationCreateParams;
		const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
		const found = data.find(({ metadata }) => metadata?.app === PORTAL.app);
		if (!found) {
			await stripe.billingPortal.configurations.create(wanted);
			return say("made the portal's configuration");
		}
		const subscription_update = { enabled: false, schedule_at_period_end: { conditions: "" as const } };
		const features = { ...wanted.features, subscription_update };
		await stripe.billingPortal.configurations.update(found.id, { ...wanted, features });
		say("reapplied the portal's configuration");
	}

	async function putWebhook(): Promise<string | null> {
		const url = `${publicOrigin}${API.stripeWebhook}`;
		const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
		const found = endpoints.find((endpoint) => endpoint.url === url);
		if (found) {
			await stripe.webhookEndpoints.update(found.id, { enabled_events: EVENTS, disabled: false });
			say(`reapplied the events of the webhook endpoint ${url}`);
			say("kept its secret, which is not shown again: it is in the dashboard, at the endpoint");
			return null;
		}
		const made = await stripe.webhookEndpoints.create({ url, enabled_events: EVENTS, api_version: STRIPE_API_VERSION });
		say(`made the webhook endpoint ${url}`);
		return made.secret ?? null;
	}
}

function idOf(coupon: string | { id: string } | null): string | null {
	return typeof coupon === "object" ? (coupon?.id ?? null) : coupon;
}
