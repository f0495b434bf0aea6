import { Gauge } from "prom-client";
import type { Db } from "#server/db/connect.ts";
import { PartRegistry } from "#server/work/part-registry.ts";
import { countOpenFlags } from "./flags.ts";

/** What waits for an operator (P384), as metrics; the same in every process. */
export function flagFigures({ db, now }: { db: Db; now: () => Date }): PartRegistry {
	const figures = new PartRegistry("flags", async () => {
		const { open, reviews, oldestAt } = await countOpenFlags(db);
		openFlags.set(open);
		openReviews.set(reviews);
		oldestSeconds.set(oldestAt ? Math.max(0, now().getTime() - oldestAt.getTime()) / 1_000 : 0);
	});
	const openFlags = new Gauge({
		name: "visualink_flags_open",
		help: "Flagged links that no operator has decided",
		registers: [figures],
	});
	const openReviews = new Gauge({
		name: "visualink_flag_reviews_open",
		help: "Those of them whose owner asked for a review",
		registers: [figures],
	});
	const oldestSeconds = new Gauge({
		name: "visualink_flag_reviews_oldest_open_seconds",
		help: "Time since the oldest open request for a review of a flagged link; 0 without one",
		registers: [figures],
	});
	return figures;
}
