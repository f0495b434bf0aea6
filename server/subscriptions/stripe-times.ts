import { createLabelledTimes, type Figures, histogram } from "#server/work/figures.ts";
import type { StripeAnswer } from "./stripe-client.ts";

/** In seconds; each try has eight. */
const UP_TO = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8];

/** Metrics of answered calls to Stripe: times by status. */
export function stripeTimes(onAnswer: (listener: (answer: StripeAnswer) => void) => void): Figures {
	const times = createLabelledTimes(UP_TO);
	onAnswer(({ status, elapsed }) => times.observe({ status: String(status) }, elapsed / 1_000));
	return {
		part: "stripe_calls",
		read: () => [
			histogram("visualink_stripe_request_duration_seconds", "Time that Stripe took to answer a call", times.samples()),
		],
	};
}
