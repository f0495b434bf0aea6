import { z } from "zod";
import { readSecretFiles } from "#server/platform/config/secret-files.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { runCommand } from "#server/platform/operator/run-command.ts";
import { createStripeClient } from "../stripe/stripe-client.ts";
import { sentenceAboutStripe } from "../stripe/stripe-sentences.ts";
import { setUpStripe } from "./stripe-setup.ts";

/** This command creates the webhook's secret, so it needs fewer variables than the application. */
const environment = z.object({
	STRIPE_SECRET_KEY: z.string("set it to the account's secret key").regex(/^(sk|rk)_(test|live)_/),
	PUBLIC_ORIGIN: z.url({
		protocol: /^https?$/,
		error: "set it to the address of the site, such as https://example.com",
	}),
});

await runCommand(
	async (_args, say) => {
		const { STRIPE_SECRET_KEY: secretKey, PUBLIC_ORIGIN: publicOrigin } = readEnvironment();
		const stripe = createStripeClient({ secretKey, host: "api.stripe.com", port: 443, protocol: "https" });
		const { webhookSecret } = await setUpStripe({ stripe, publicOrigin: new URL(publicOrigin).origin, say });
		const shown = "This secret is shown once; put the line into .env:";
		return [...(webhookSecret ? [shown, `STRIPE_WEBHOOK_SECRET=${webhookSecret}`] : []), "Stripe is set up."];
	},
	{ sentenceFor: sentenceAboutStripe },
);

function readEnvironment(): z.infer<typeof environment> {
	// biome-ignore lint/style/noProcessEnv: a command of its own, with an environment smaller than the application's
	const secrets = readSecretFiles(process.env);
	if (secrets.problems.length > 0) throw new CommandError(secrets.problems.join("\n"));
	const parsed = environment.safeParse(secrets.env);
	if (parsed.success) return parsed.data;
	throw new CommandError(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}
