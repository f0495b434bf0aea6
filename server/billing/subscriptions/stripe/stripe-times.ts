import { Histogram } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { StripeAnswer } from "./stripe-client.ts";

/** In seconds; the timeout of an attempt is eight. */
const UP_TO = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8];

export function stripeTimes(onAnswer: (listener: (answer: StripeAnswer) => void) => void): PartRegistry {
	const metrics = new PartRegistry("stripe_calls");
	const times = new Histogram({
		name: "visualink_stripe_request_duration_seconds",
		help: "Time that Stripe took to answer a call",
		labelNames: ["status"],
		buckets: UP_TO,
		registers: [metrics],
	});
	onAnswer(({ status, elapsed }) => times.observe({ status: String(status) }, elapsed / 1_000));
	return metrics;
}
