import { join } from "node:path";
import { Router } from "express";
import { API } from "#shared/platform/api-paths.ts";
import { type Control, controlRoutes } from "./control-routes.ts";
import type { DnsSandbox } from "./dns/dns.ts";
import { errorAnswers } from "./error-answers.ts";
import { createFaults } from "./faults.ts";
import { googleSandbox } from "./google/google.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import type { CatalogEntry } from "./stripe/seed.ts";
import { stripeSandbox } from "./stripe/stripe.ts";
import type { Passed } from "./stripe/world.ts";

export type SandboxOptions = {
	/** Origin of the application, which is also the sandbox's. */
	publicOrigin: string;
	/** State is kept under `dataDir/sandbox`. */
	dataDir: string;
	webhookSecret: string;
	/** Where the application's webhook is reached from here, if not at `publicOrigin`. */
	webhookUrl?: string;
	/** Which parts to stand in for; both unless given. */
	parts?: { google: boolean; stripe: boolean };
	/** Null: real DNS is asked. */
	dns?: DnsSandbox | null;
	/** Null: mails are sent, or none are. */
	mailbox?: Mailbox | null;
	log: Record<"warn" | "error", (details: object, message: string) => void>;
	now: () => Date;
	/** Plans and their monthly prices in cents. */
	stripePriceCatalog?: CatalogEntry[];
	/** Called with everything that passes between the product and Stripe. */
	record?: ((passed: Passed) => void) | undefined;
};

export type Sandbox = { router: Router; control: Control; stop: () => Promise<void> };

/** The pages are plain forms, which may lead anywhere. */
const PAGE_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The local stand-in for Google, Stripe, DNS and a mail server. Mount `router` at the root, before sessions and body
 * parsers; `control` moves time and breaks things for tests; `stop` ends deliveries and closes the file.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
	const { publicOrigin, parts = { google: true, stripe: true }, dns = null, mailbox = null } = options;
	const faults = createFaults();
	const google = googleSandbox({ publicOrigin });
	const url = `${publicOrigin}${API.stripeWebhook}`;
	const stripe = stripeSandbox({
		publicOrigin,
		folder: join(options.dataDir, "sandbox"),
		webhook: { url, reachedAt: options.webhookUrl ?? url, secret: options.webhookSecret },
		now: options.now,
		log: options.log,
		catalog: options.stripePriceCatalog,
		record: options.record,
	});
	const control: Control = {
		google: google.control,
		faults: faults.control,
		dns: dns?.control ?? { fail: () => {} },
		mail: mailbox?.control ?? { all: () => [], answer: () => {} },
		...stripe.control,
	};
	const router = Router();
	router.use("/sandbox", (_req, res, next) => {
		res.set({ "Content-Security-Policy": PAGE_POLICY, "X-Content-Type-Options": "nosniff" });
		next();
	});
	router.use(controlRoutes(control));
	router.use(["/v1", "/sandbox/google", "/sandbox/stripe"], faults.middleware);
	if (parts.google) router.use(google.router);
	if (parts.stripe) router.use(stripe.router);
	else control.webhooks.pause();
	if (dns) router.use(dns.router);
	if (mailbox) router.use(mailbox.router);
	router.use(errorAnswers(options.log));
	return {
		router,
		control,
		async stop() {
			await dns?.stop();
			await mailbox?.stop();
			await stripe.stop();
		},
	};
}
