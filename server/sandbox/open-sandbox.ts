import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { API } from "#shared/api-paths.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

type Options = { config: Config; now: () => Date; log: Logger; record?: SandboxOptions["record"] };

/** The stand-ins for the outside parts whose keys are unset. */
export function openSandbox({ config, now, log, record }: Options): Sandbox {
	return createSandbox({
		publicOrigin: config.http.publicOrigin,
		dataDir: config.dataDir,
		webhookSecret: config.stripe.webhookSecrets[0] ?? "",
		webhookUrl: `${config.http.ownOrigin}${API.stripeWebhook}`,
		parts: { google: config.google.isSandbox, stripe: config.stripe.isSandbox },
		now,
		log,
		record,
	});
}
