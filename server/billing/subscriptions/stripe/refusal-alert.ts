import type { Logger } from "pino";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

/** More invalid signatures per minute than this aren't stray requests (row G11). */
const STRAY = 4;
const MINUTE_MS = 60_000;
const KEY = "webhooks";

export type RefusalAlert = {
	count(): void;
};

type Options = {
	log: Pick<Logger, "error">;
	/** Monotonic milliseconds: a wrong system clock may itself cause the refusals. */
	now?: () => number;
};

/** Several refused webhooks in a row probably mean wrong configuration. Alerts at most once a minute. */
export function createRefusalAlert({ log, now = () => performance.now() }: Options): RefusalAlert {
	const stray = createRateLimiter({ max: STRAY, perMs: MINUTE_MS, now });
	const alerts = createRateLimiter({ max: 1, perMs: MINUTE_MS, now });
	return {
		count() {
			if (stray.take(KEY) || !alerts.take(KEY)) return;
			log.error(
				{ alert: "webhook_signature" },
				"webhooks are refused one after the other: the clock or the webhook's secret may be wrong",
			);
		},
	};
}
