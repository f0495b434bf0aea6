import { API } from "#shared/api-paths.ts";
import type { Deps } from "../deps.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

/** The stand-ins for the outside parts whose keys are unset; null when there are none. */
export function sandboxFor({ config, now, log }: Pick<Deps, "config" | "now" | "log">): Sandbox | null {
	const parts = { google: config.google.isSandbox, stripe: config.stripe.isSandbox };
	if (!parts.google && !parts.stripe) return null;
	return createSandbox({
		publicOrigin: config.http.publicOrigin,
		dataDir: config.dataDir,
		webhookSecret: config.stripe.webhookSecrets[0] ?? "",
		webhookUrl: `${config.http.ownOrigin}${API.stripeWebhook}`,
		parts,
		now,
		log,
	});
}
