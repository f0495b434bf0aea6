import { PORTAL } from "#server/billing/subscriptions/stripe/pages.ts";
import { recurringOf } from "./calls/prices.ts";
import { newCoupon, newPrice, newProduct, newPromotionCode } from "./catalog-objects.ts";
import { mergeFeatures, newPortalConfiguration } from "./portal-objects.ts";
import type { World } from "./world.ts";

/** A product with its monthly price in cents. */
export type CatalogEntry = { id: string; name: string; monthlyCents: number };

export const DEFAULT_CATALOG: CatalogEntry[] = [
	{ id: "starter", name: "Starter", monthlyCents: 499 },
	{ id: "basic", name: "Basic", monthlyCents: 999 },
	{ id: "pro", name: "Pro", monthlyCents: 1999 },
	{ id: "enterprise", name: "Enterprise", monthlyCents: 4999 },
];
const MONTHS_PAID_PER_YEAR = 10;
const PROMOTION_CODES = [
	{ code: "FIRST50OFF", coupon: "FIRST50OFF_MONTHLY", name: "50% off your first month" },
	{ code: "CUT50OFF", coupon: "CUT50OFF", name: "50% off your first payment" },
	{ code: "LAUNCH50OFF", coupon: "LAUNCH50OFF", name: "50% off your first payment" },
];

/**
 * Fills an empty sandbox with what `npm run operator -- stripe-setup` makes at Stripe, and with the application's own webhook. An
 * empty catalogue leaves the account as Stripe hands it out.
 */
export function seed(
	world: World,
	options: { catalog: CatalogEntry[]; webhook: { url: string; secret: string } },
): void {
	const { store } = world;
	const created = world.now();
	if (options.catalog.length > 0) seedCatalog(world, options.catalog);
	store.webhookEndpoints.put({
		id: "we_sandbox",
		object: "webhook_endpoint",
		api_version: null,
		application: null,
		created,
		description: "The application itself",
		enabled_events: store.webhookEndpoints.get("we_sandbox")?.enabled_events ?? ["*"],
		livemode: false,
		metadata: {},
		secret: options.webhook.secret,
		status: "enabled",
		url: options.webhook.url,
	});
}

/** What `npm run operator -- stripe-setup` makes at Stripe, under fixed ids. */
function seedCatalog(world: World, catalog: CatalogEntry[]): void {
	const { store } = world;
	const created = world.now();
	for (const plan of catalog) {
		if (store.products.get(`prod_${plan.id}`)) continue;
		for (const interval of ["month", "year"] as const) {
			const id = productOf(plan.id, interval);
			const name = `Visualink ${plan.name}${interval === "year" ? " (yearly)" : ""}`;
			store.products.put(newProduct({ id, name, metadata: { planId: plan.id }, created }));
			const key = `${plan.id}_${interval}ly`;
			store.prices.put(
				newPrice({
					id: `price_${key}`,
					product: id,
					currency: "eur",
					unit_amount: plan.monthlyCents * (interval === "year" ? MONTHS_PAID_PER_YEAR : 1),
					lookup_key: key,
					metadata: { planId: plan.id },
					recurring: recurringOf(interval),
					tax_behavior: "exclusive",
					created,
				}),
			);
		}
	}
	for (const { code, coupon, name } of PROMOTION_CODES) {
		if (store.coupons.get(coupon)) continue;
		const months = catalog.map(({ id }) => productOf(id, "month"));
		const scope = code === "FIRST50OFF" ? { applies_to: { products: months } } : {};
		store.coupons.put(newCoupon({ id: coupon, name, percent_off: 50, duration: "once", created, ...scope }));
		store.promotionCodes.put(
			newPromotionCode({
				id: `promo_${code}`,
				code,
				promotion: { coupon, type: "coupon" },
				created,
				isForFirstTime: true,
			}),
		);
	}
	seedPortal(world);
}

function seedPortal({ store, now }: World): void {
	const id = "bpc_sandbox";
	if (store.portalConfigurations.get(id)) return;
	const features = mergeFeatures({
		payment_method_update: { enabled: true },
		invoice_history: { enabled: true },
		subscription_cancel: { enabled: true },
	});
	store.portalConfigurations.put(newPortalConfiguration({ id, metadata: { ...PORTAL }, created: now(), features }));
}

/** A year is a product of its own, so that a coupon can be for months alone. */
function productOf(planId: string, interval: "month" | "year"): string {
	return interval === "year" ? `prod_${planId}_yearly` : `prod_${planId}`;
}
