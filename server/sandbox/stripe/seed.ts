import { PORTAL_MARK } from "#server/subscriptions/plan-change.ts";
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
const PROMOTION_CODES = ["FIRST50OFF", "CUT50OFF", "LAUNCH50OFF"];

/** Fills an empty sandbox with what `npm run stripe:setup` makes at Stripe, under fixed ids. */
export function seed(
	world: World,
	options: { catalog: CatalogEntry[]; webhook: { url: string; secret: string } },
): void {
	const { store } = world;
	const created = world.now();
	for (const plan of options.catalog) {
		const id = `prod_${plan.id}`;
		if (store.products.get(id)) continue;
		store.products.put(newProduct({ id, name: `Visualink ${plan.name}`, metadata: { planId: plan.id }, created }));
		for (const interval of ["month", "year"] as const) {
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
	for (const code of PROMOTION_CODES) {
		if (store.coupons.get(code)) continue;
		store.coupons.put(newCoupon({ id: code, name: "50% off", percent_off: 50, duration: "once", created }));
		store.promotionCodes.put(
			newPromotionCode({
				id: `promo_${code}`,
				code,
				promotion: { coupon: code, type: "coupon" },
				created,
				isForFirstTime: code === "FIRST50OFF",
			}),
		);
	}
	if (!store.portalConfigurations.get("bpc_sandbox"))
		store.portalConfigurations.put(
			newPortalConfiguration({
				id: "bpc_sandbox",
				created,
				metadata: { ...PORTAL_MARK },
				features: mergeFeatures({
					invoice_history: { enabled: true },
					payment_method_update: { enabled: true },
					subscription_cancel: { enabled: true },
					subscription_update: {
						enabled: true,
						default_allowed_updates: ["price"],
						proration_behavior: "always_invoice",
						schedule_at_period_end: {
							conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }],
						},
						products: options.catalog.map(({ id }) => ({
							adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
							prices: [`price_${id}_monthly`, `price_${id}_yearly`],
							product: `prod_${id}`,
						})),
					},
				}),
			}),
		);
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
