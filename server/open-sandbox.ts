import { API } from "#shared/api-paths.ts";
import type { Deps } from "./deps.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";

/**
 * The stand-ins for the outside parts whose keys are unset; null when there are none. What production runs never loads
 * their modules: this is the one place that does, and only where one is on.
 */
export async function openSandbox({ config, now, log }: Pick<Deps, "config" | "now" | "log">): Promise<Sandbox | null> {
	const parts = { google: config.google.isSandbox, stripe: config.stripe.isSandbox };
	if (!parts.google && !parts.stripe) return null;
	const { createSandbox } = await import("./sandbox/sandbox.ts");
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
