import Stripe from "stripe";
import type { Config } from "#server/platform/config/config.ts";
import { type CallLimiter, createCallLimiter, retryingHttpClient } from "./retrying-client.ts";

/** The API version of this code; the webhook endpoint is created with the same one. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/** Below Stripe's 100 per account (docs.stripe.com/rate-limits). Reads leave twenty to clicks, events and repairs. */
export function stripeCallLimiter(): CallLimiter {
	return createCallLimiter({ perSecond: 80, reserved: 20, waiting: 120 });
}

type Connection = Pick<Config["stripe"], "secretKey" | "host" | "port" | "protocol">;

/** 8 s per attempt, within `reachStripe`'s budget of 9 s, replaces Stripe's default of 80 s. */
export function createStripeClient(config: Connection, limiter: CallLimiter | null = null): Stripe {
	return new Stripe(config.secretKey, {
		apiVersion: STRIPE_API_VERSION,
		host: config.host,
		port: config.port,
		protocol: config.protocol,
		httpClient: retryingHttpClient(limiter),
		timeout: 8000,
		maxNetworkRetries: 2,
		telemetry: false,
		appInfo: { name: "Visualink" },
	});
}

/** The SDK's report of an answer, successful or not; calls without an answer aren't reported. */
export type StripeAnswer = { status: number; elapsed: number };

export function onEachAnswer(stripe: Stripe, listener: (answer: StripeAnswer) => void): void {
	stripe.on("response", ({ status = 0, elapsed = 0 }: Partial<StripeAnswer>) => listener({ status, elapsed }));
}
