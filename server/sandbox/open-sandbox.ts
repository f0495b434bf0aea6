import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { Detour } from "#server/platform/outbound/wire.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import type { CatalogEntry } from "./stripe/seed.ts";
import { sandboxWeb } from "./web/web.ts";

type Options = {
	config: Config;
	now: () => Date;
	log: Logger;
	/** What the sandbox's Stripe sells at first; empty: an account in which nothing is set up. */
	stripePriceCatalog?: CatalogEntry[];
	record?: SandboxOptions["record"];
};

/** The stand-ins for the outside parts whose keys are unset. */
export function openSandbox(options: Options): Sandbox & { detours: Detour[] } {
	const { config, now, log, stripePriceCatalog, record } = options;
	const web = sandboxWeb({ ownOrigin: config.http.ownOrigin });
	const sandbox = createSandbox({
		publicOrigin: config.http.publicOrigin,
		dataDir: config.dataDir,
		webhookSecret: config.stripe.webhookSecrets[0] ?? "",
		webhookUrl: `${config.http.ownOrigin}${API.stripeWebhook}`,
		parts: { google: config.google.isSandbox, stripe: config.stripe.isSandbox },
		...(stripePriceCatalog && { stripePriceCatalog }),
		now,
		log,
		record,
	});
	sandbox.router.use(web.router);
	return { ...sandbox, detours: web.detours };
}
