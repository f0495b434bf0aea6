import { existsSync } from "node:fs";
import Stripe from "stripe";
import { z } from "zod";
import { readSecretFiles } from "#server/config/secret-files.ts";
import { createStripeClient } from "./stripe-client.ts";
import { sentenceAbout, setUpStripe } from "./stripe-setup.ts";

/** The webhook's secret is what this command makes, so it needs less than the application does. */
const environment = z.object({
	STRIPE_SECRET_KEY: z.string("set it to the account's secret key").regex(/^(sk|rk)_(test|live)_/),
	PUBLIC_ORIGIN: z.url({
		protocol: /^https?$/,
		error: "set it to the address of the site, such as https://example.com",
	}),
});

if (existsSync(".env")) process.loadEnvFile(".env");
// biome-ignore lint/style/noProcessEnv: a command of its own, with an environment smaller than the application's
const secrets = readSecretFiles(process.env);
for (const problem of secrets.problems) say(problem);
if (secrets.problems.length > 0) process.exit(1);
const parsed = environment.safeParse(secrets.env);
if (!parsed.success) {
	for (const { path, message } of parsed.error.issues) say(`${path.join(".")}: ${message}`);
	process.exit(1);
}
const { STRIPE_SECRET_KEY: secretKey, PUBLIC_ORIGIN: publicOrigin } = parsed.data;
const stripe = createStripeClient({ secretKey, host: "api.stripe.com", port: 443, protocol: "https" });
try {
	const { webhookSecret } = await setUpStripe({ stripe, publicOrigin: new URL(publicOrigin).origin, say });
	if (webhookSecret) {
		say("This secret is shown once; put the line into .env:");
		say(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
	}
	say("Stripe is set up.");
} catch (error) {
	if (!(error instanceof Stripe.errors.StripeError)) throw error;
	process.stderr.write(`${sentenceAbout(error)}\n`);
	process.exitCode = 1;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
