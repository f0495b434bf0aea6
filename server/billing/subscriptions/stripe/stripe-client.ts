import Stripe from "stripe";
import type { Config } from "#server/platform/config/config.ts";
import { type CallLimiter, createCallLimiter, retryingHttpClient } from "./retrying-client.ts";

/** The API version this code is written against; the webhook endpoint is made with the same one. */
export const STRIPE_API_VERSION = "2026-10-28.endive";

/**
 * Calls a second by one process, below the hundred that Stripe takes of an account (docs.stripe.com/rate-limits). Reads
 * leave twenty of them to clicks, events and repairs; those that wait for more than two seconds fail as if Stripe were busy.
 */
export function stripeCallLimiter(): CallLimiter {
	return createCallLimiter({ perSecond: 80, reserved: 20, waiting: 120 });
}

type Connection = Pick<Config["stripe"], "secretKey" | "host" | "port" | "protocol">;

/**
 * The real SDK, talking to whatever address the configuration names: Stripe, or the local sandbox.
 * With 8 s a try and a click budget of 9 s above it (`reachStripe`), no caller waits for Stripe's default 80 s.
 */
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

/** The SDK's report of an answer, good or bad; calls without an answer aren't reported. */
export type StripeAnswer = { status: number; elapsed: number };

/** Calls `listener` with each of Stripe's answers and its milliseconds. */
export function onEachAnswer(stripe: Stripe, listener: (answer: StripeAnswer) => void): void {
	stripe.on("response", ({ status = 0, elapsed = 0 }: Partial<StripeAnswer>) => listener({ status, elapsed }));
}
