import type { Logger } from "pino";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

/** More refused signatures within a minute are no stray requests (row G11). */
const STRAY = 4;
const MINUTE_MS = 60_000;
const KEY = "webhooks";

export type RefusalAlert = {
	/** Counts one webhook that was refused for its signature. */
	count(): void;
};

type Options = {
	log: Pick<Logger, "error">;
	/** In milliseconds, of a clock that is never set: the other one may be what is wrong. */
	now?: () => number;
};

/** Alerts, at most once a minute, when several webhooks in a row are refused: then the cause is likely ours. */
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
