import { Gauge } from "prom-client";
import type { Db } from "#server/platform/db/connect.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { countDecided, countOpenFlags } from "./flags.ts";

const DECIDED_DAYS = 7;

/** Metrics of open (P384) and decided (P551) flags; the same in every process. */
export function flagMetrics({ db, now }: { db: Db; now: () => Date }): PartRegistry {
	const metrics = new PartRegistry("flags", async () => {
		const { open, oldestAt, reviews, oldestReviewAt } = await countOpenFlags(db);
		openFlags.set(open);
		oldestFlag.set(secondsSince(oldestAt));
		openReviews.set(reviews);
		oldestReview.set(secondsSince(oldestReviewAt));
		const decided = await countDecided(db, { since: new Date(now().getTime() - DECIDED_DAYS * DAY_MS) });
		for (const state of ["cleared", "blocked"] as const) {
			const found = decided.find((one) => one.state === state);
			decidedFlags.set({ decision: state }, found?.count ?? 0);
			decisionTime.set({ decision: state }, found?.medianSeconds ?? 0);
		}
	});
	const gauge = (name: string, help: string, labelNames: string[] = []) =>
		new Gauge({ name: `visualink_${name}`, help, labelNames, registers: [metrics] });
	const openFlags = gauge("flags_open", "Flagged links that wait for an operator");
	const oldestFlag = gauge("flags_oldest_open_seconds", "Time for which the oldest of them has waited; 0 without one");
	const openReviews = gauge("flag_reviews_open", "Those of them whose owner asked for a review");
	const oldestReview = gauge(
		"flag_reviews_oldest_open_seconds",
		"Time since the oldest open request for a review of a flagged link; 0 without one",
	);
	const decidedFlags = gauge("flags_decided_week", "Flags that operators decided in the last 7 days", ["decision"]);
	const decisionTime = gauge(
		"flags_decision_seconds_median",
		"Time from flag to decision within which half of the last 7 days' decisions were made",
		["decision"],
	);

	function secondsSince(at: Date | null): number {
		return at ? Math.max(0, now().getTime() - at.getTime()) / 1_000 : 0;
	}
	return metrics;
}
