import { join } from "node:path";
import { Router } from "express";
import { googleSandbox } from "./google/google.ts";
import type { CatalogEntry } from "./stripe/seed.ts";
import { stripeSandbox } from "./stripe/stripe.ts";

export type SandboxOptions = {
	/** Origin of the application, which is also the sandbox's. */
	publicOrigin: string;
	/** State is kept under `dataDir/sandbox`. */
	dataDir: string;
	webhookSecret: string;
	/** Which parts to stand in for; both unless given. */
	parts?: { google: boolean; stripe: boolean };
	/** Where events are posted; the application's webhook unless given. */
	webhookUrl?: string;
	log: { warn: (details: object, message: string) => void };
	now: () => Date;
	stripePriceCatalog?: CatalogEntry[];
};

export type Sandbox = ReturnType<typeof createSandbox>;

/**
 * The local stand-in for Google and Stripe. Mount `router` at the root before sessions and body
 * parsers; `control` moves time and breaks things for tests; `stop` ends deliveries and closes the files.
 */
export function createSandbox(options: SandboxOptions) {
	const google = googleSandbox({ publicOrigin: options.publicOrigin });
	const stripe = stripeSandbox({
		publicOrigin: options.publicOrigin,
		folder: join(options.dataDir, "sandbox"),
		webhookUrl: options.webhookUrl ?? `${options.publicOrigin}/api/stripe/webhook`,
		webhookSecret: options.webhookSecret,
		now: options.now,
		log: options.log,
		catalog: options.stripePriceCatalog,
	});
	const { parts = { google: true, stripe: true } } = options;
	const router = Router();
	if (parts.google) router.use(google.router);
	if (parts.stripe) router.use(stripe.router);
	else stripe.control.webhooks.pause();
	return { router, control: { google: google.control, ...stripe.control }, stop: stripe.stop };
}
