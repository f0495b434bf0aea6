import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { API } from "#shared/api-paths.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import type { CatalogEntry } from "./stripe/seed.ts";

type Options = {
	config: Config;
	now: () => Date;
	log: Logger;
	/** What Stripe's stand-in sells from the beginning; empty: an account in which nothing is set up. */
	stripePriceCatalog?: CatalogEntry[];
};

/** The stand-ins for the outside parts whose keys are unset. */
export function openSandbox({ config, now, log, stripePriceCatalog }: Options): Sandbox {
	return createSandbox({
		publicOrigin: config.http.publicOrigin,
		dataDir: config.dataDir,
		webhookSecret: config.stripe.webhookSecrets[0] ?? "",
		webhookUrl: `${config.http.ownOrigin}${API.stripeWebhook}`,
		parts: { google: config.google.isSandbox, stripe: config.stripe.isSandbox },
		...(stripePriceCatalog && { stripePriceCatalog }),
		now,
		log,
	});
}
