import { Router } from "express";
import { apiBody, stripeApi } from "./api.ts";
import { callsOf } from "./calls/calls.ts";
import { checkoutPage } from "./checkout-page.ts";
import { stripeControl } from "./control.ts";
import { invoicePages } from "./invoice-pages.ts";
import { formReader } from "./page-parts.ts";
import { portalPage } from "./portal-page.ts";
import { type CatalogEntry, DEFAULT_CATALOG, seed } from "./seed.ts";
import { openStore, prune } from "./store.ts";
import { catchUp } from "./time.ts";
import { startWebhooks } from "./webhooks.ts";
import { createWorld, type World } from "./world.ts";

export type StripeSandboxOptions = {
	publicOrigin: string;
	folder: string;
	/** The application's webhook as the account knows it, and where it is reached from here. */
	webhook: { url: string; reachedAt: string; secret: string };
	now: () => Date;
	log: { warn: (details: object, message: string) => void };
	catalog?: CatalogEntry[] | undefined;
	/** Called with every request, answer and event. */
	record?: World["record"] | undefined;
};

const LOOK_AT_THE_CLOCK_EVERY_MS = 1_000;

/** Stands in for Stripe: the API at `/v1`, its pages under `/sandbox/stripe`, and signed webhooks. */
export function stripeSandbox(options: StripeSandboxOptions) {
	const { webhook } = options;
	const store = openStore(options.folder);
	const { publicOrigin, now, record } = options;
	const world = createWorld({ store, publicOrigin, now, record });
	prune(store, world.now());
	seed(world, { catalog: options.catalog ?? DEFAULT_CATALOG, webhook });
	const webhooks = startWebhooks(world, {
		addressOf: (url) => (url === webhook.url ? webhook.reachedAt : url),
		log: options.log,
	});

	let seen = 0;
	/** Time that could not go on is no fault of the request that came upon it. */
	const liveOn = async () => {
		try {
			if (world.now() === seen) return await world.catchingUp.current;
			seen = world.now();
			await catchUp(world);
			await store.flush();
		} catch (error) {
			options.log.warn({ err: error }, "sandbox: time could not go on");
		}
	};
	const clock = setInterval(() => void liveOn(), LOOK_AT_THE_CLOCK_EVERY_MS).unref();

	const router = Router();
	// Bodies are read first: between the present that is waited for here and the answer nothing else may happen.
	router.use("/v1", apiBody);
	router.use("/sandbox/stripe", ...formReader);
	router.use(["/v1", "/sandbox/stripe"], (_req, _res, next) => void liveOn().then(() => next()));
	router.use(stripeApi(world, callsOf(world)));
	router.use(checkoutPage(world), portalPage(world), invoicePages(world));
	return {
		router,
		control: stripeControl(world, webhooks),
		stop: async () => {
			clearInterval(clock);
			world.catchingUp.isStopped = true;
			await world.catchingUp.current;
			await webhooks.stop();
			await store.close();
		},
	};
}
