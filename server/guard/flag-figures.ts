import type { Db } from "#server/db/connect.ts";
import { type Figures, gauge } from "#server/work/figures.ts";
import { countOpenFlags } from "./flags.ts";

/** What waits for an operator (P384), as metrics; the same in every process. */
export function flagFigures({ db, now }: { db: Db; now: () => Date }): Figures {
	return {
		part: "flags",
		async read() {
			const { open, reviews, oldestAt } = await countOpenFlags(db);
			const age = oldestAt ? Math.max(0, now().getTime() - oldestAt.getTime()) / 1_000 : 0;
			return [
				gauge("visualink_flags_open", "Flagged links that no operator has decided", open),
				gauge("visualink_flag_reviews_open", "Those of them whose owner asked for a review", reviews),
				gauge(
					"visualink_flag_reviews_oldest_open_seconds",
					"Time since the oldest open request for a review of a flagged link; 0 without one",
					age,
				),
			];
		},
	};
}
