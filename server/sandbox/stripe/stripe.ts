import { Router } from "express";
import { stripeApi } from "./api.ts";
import { checkoutSessionCalls } from "./calls/checkout-sessions.ts";
import { customerCalls } from "./calls/customers.ts";
import { paymentCalls } from "./calls/payments.ts";
import { portalCalls } from "./calls/portal.ts";
import { priceCalls } from "./calls/prices.ts";
import { scheduleCalls } from "./calls/schedules.ts";
import { subscriptionCalls } from "./calls/subscriptions.ts";
import { checkoutPage } from "./checkout-page.ts";
import { portalPage } from "./portal-page.ts";
import { type CatalogEntry, DEFAULT_CATALOG, seed } from "./seed.ts";
import { openStore } from "./store.ts";
import { startWebhooks } from "./webhooks.ts";
import { createWorld } from "./world.ts";

export type StripeSandboxOptions = {
	publicOrigin: string;
	folder: string;
	webhookUrl: string;
	webhookSecret: string;
	now: () => Date;
	log: { warn: (details: object, message: string) => void };
	catalog?: CatalogEntry[] | undefined;
};

/** Stands in for Stripe: the API at `/v1`, its pages under `/sandbox/stripe`, and signed webhooks. */
export function stripeSandbox(options: StripeSandboxOptions) {
	const store = openStore(options.folder);
	const world = createWorld({ store, publicOrigin: options.publicOrigin, now: options.now });
	seed(world, {
		catalog: options.catalog ?? DEFAULT_CATALOG,
		webhookUrl: options.webhookUrl,
		webhookSecret: options.webhookSecret,
	});
	const webhooks = startWebhooks(world, options.log);
	const router = Router();
	router.use(
		stripeApi(world, [
			...customerCalls(world),
			...priceCalls(world),
			...checkoutSessionCalls(world),
			...subscriptionCalls(world),
			...scheduleCalls(world),
			...paymentCalls(world),
			...portalCalls(world),
		]),
	);
	router.use(checkoutPage(world), portalPage(world));
	return {
		router,
		control: { webhooks },
		stop: async () => {
			await webhooks.stop();
			await store.close();
		},
	};
}
