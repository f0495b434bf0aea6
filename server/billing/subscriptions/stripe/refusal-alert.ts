import type { Logger } from "pino";

/** So many refused signatures within a minute are no stray request any more (row G11). */
const TOO_MANY = 5;
const MINUTE_MS = 60_000;

export type RefusalAlert = {
	/** Counts one webhook that was refused for its signature. */
	count(): void;
};

/** Alerts, at most once a minute, when several webhooks in a row are refused: then the cause is likely ours. */
export function createRefusalAlert({ now, log }: { now: () => Date; log: Logger }): RefusalAlert {
	let latest: number[] = [];
	let alertedAt = Number.NEGATIVE_INFINITY;
	return {
		count() {
			const at = now().getTime();
			// A clock that was wrong may be set back: a time to come is as far away as one long ago.
			const isRecent = (time: number) => Math.abs(at - time) < MINUTE_MS;
			latest = [...latest, at].filter(isRecent).slice(-TOO_MANY);
			if (latest.length < TOO_MANY || isRecent(alertedAt)) return;
			alertedAt = at;
			log.error(
				{ alert: "webhook_signature" },
				"webhooks are refused one after the other: the clock or the webhook's secret may be wrong",
			);
		},
	};
}
