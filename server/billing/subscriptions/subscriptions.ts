import type pg from "pg";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Auth } from "#server/account/auth/auth.service.ts";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createEndBilling } from "./change/end-billing.ts";
import { createOpenInvoices } from "./change/open-invoices.ts";
import { createPlanChange } from "./change/plan-change.ts";
import { createCheckout } from "./checkout/checkout.ts";
import { createStripeEventWork } from "./events/stripe-event-work.ts";
import { createStripeInbox } from "./events/stripe-inbox.ts";
import { stripeWebhookRouter } from "./events/stripe-webhook.routes.ts";
import { createCodeCheck } from "./stripe/code-check.ts";
import { createDetailsCache } from "./stripe/details-cache.ts";
import { createStripePages } from "./stripe/pages.ts";
import { createPlanPrices } from "./stripe/plan-prices.ts";
import { createPriceCheck } from "./stripe/price-check.ts";
import { onEachAnswer, type StripeAnswer } from "./stripe/stripe-client.ts";
import { createStripeCustomers } from "./stripe/stripe-customer.ts";
import { stripeTimes } from "./stripe/stripe-times.ts";
import { subscriptionsRouter } from "./subscriptions.routes.ts";
import { createSubscriptionsService } from "./subscriptions.service.ts";
import { createAfterRestore } from "./sync/after-restore.ts";
import { openBillingLock } from "./sync/billing-lock.ts";
import { createEmailCarrier } from "./sync/email-carrier.ts";
import { createReconciler } from "./sync/reconciler.ts";
import { createStripeSync } from "./sync/stripe-sync.ts";

type Options = {
	config: Config;
	pool: pg.Pool;
	db: Db;
	stripe: Stripe;
	guards: Guards;
	/** Creates an account if a restored backup lacks a customer's. */
	signIn: Auth["signIn"];
	deadlines: Deadlines;
	now: () => Date;
	log: Logger;
};

/** Background work starts once the process listens, because the sandbox is part of it. */
export function createSubscriptions({ config, pool, db, stripe, guards, signIn, deadlines, now, log }: Options) {
	const onAnswer = (listener: (answer: StripeAnswer) => void) => onEachAnswer(stripe, listener);
	const lock = openBillingLock({ pool, deadlines, log });
	const sync = createStripeSync({ stripe, now, log });
	const prices = createPlanPrices({ stripe, now });
	const checkout = createCheckout({ stripe, db, now, config });
	const eventWork = createStripeEventWork({ db, stripe, lock, sync, checkout, log });
	const inbox = createStripeInbox({ db, config: config.stripe, eventWork, log });
	const reconciler = createReconciler({ db, stripe, lock, sync, inbox, now, log });
	const afterRestore = createAfterRestore({ db, pool, stripe, reconciler, signIn, log });
	const priceCheck = createPriceCheck({ prices, onAnswer, log });
	const codeCheck = createCodeCheck({ stripe, log });
	const customers = createStripeCustomers({ stripe, db, log });
	const emailCarrier = createEmailCarrier({ db, lock, customers, log });
	const service = createSubscriptionsService({
		db,
		config,
		stripe,
		deadlines,
		now,
		log,
		lock,
		sync,
		prices,
		customers,
		checkout,
		planChange: createPlanChange({ stripe }),
		pages: createStripePages({ stripe, config }),
		openInvoices: createOpenInvoices({ stripe }),
		details: createDetailsCache({ db, now }),
	});

	return {
		service,
		endBilling: createEndBilling({ stripe, lock, sync, checkout, deadlines }),
		routers: [subscriptionsRouter({ subscriptions: service, guards })],
		/** Sends email addresses that changed at Google to Stripe, soon. */
		carryEmails: emailCarrier.wake,
		/** Mount it without a session; it reads the raw body. */
		webhook: stripeWebhookRouter({ stripe, config: config.stripe, inbox, log }),
		/** What keeps this process from selling; empty while Stripe's prices match the catalog. */
		problems: priceCheck.problems,
		warnings: codeCheck.warnings,
		offeredCodes: codeCheck.offered,
		metrics: [inbox.metrics, priceCheck.metrics, stripeTimes(onAnswer)],
		pool: lock.pool,
		work: [{ start, stop }],
	};

	function start(): void {
		inbox.start();
		reconciler.start();
		emailCarrier.start();
		afterRestore.start();
		priceCheck.start();
		codeCheck.start();
	}

	async function stop(): Promise<void> {
		// They only read, and may be waiting for Stripe.
		void priceCheck.stop();
		void codeCheck.stop();
		await Promise.all([reconciler.stop(), emailCarrier.stop(), afterRestore.stop()]);
		await inbox.stop();
		await lock.close();
	}
}
