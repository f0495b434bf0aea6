import type { IncomingMessage, ServerResponse } from "node:http";
import { counter, createTimes, type Figures, gauge, histogram } from "#server/work/figures.ts";
import type { GoAnswers } from "./go-answers.ts";
import type { LinkCache } from "./link-cache.ts";

/** One request in so many is timed: a clock read twice for each would cost the hottest path a hundredth of its speed. */
const TIMED_ONE_IN = 8;
/** In seconds: most answers wait for one commit. */
const TIMED_UP_TO = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

type Handler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;
type Options = { answers: Pick<GoAnswers, "counts">; linkCache: Pick<LinkCache<object>, "figures"> };

/** Metrics of the public link: its answers, their times, and its cache. */
export function createGoFigures({ answers, linkCache }: Options): {
	/** Times some of what a handler answers, until it is handed to the connection. */
	timed: (handler: Handler) => Handler;
	figures: Figures;
} {
	const times = createTimes(TIMED_UP_TO);
	const since = (startedAt: number) => times.observe((performance.now() - startedAt) / 1_000);

	let count = 0;

	return {
		timed: (handler) => (req, res) => {
			if (count++ % TIMED_ONE_IN !== 0) return handler(req, res);
			const startedAt = performance.now();
			const answered = handler(req, res);
			if (answered) return answered.then(() => since(startedAt));
			since(startedAt);
		},
		figures: {
			part: "go",
			read() {
				const { hits, misses, stale, entries, isHearing } = linkCache.figures();
				return [
					counter("visualink_go_answers_total", "Answers of /go, by what was answered", {
						label: "answer",
						values: answers.counts,
					}),
					histogram("visualink_go_duration_seconds", "Time to answer /go, of one request in eight", times.samples()),
					counter(
						"visualink_link_cache_lookups_total",
						"Look-ups of links: known, asked of the database, or answered by what was known before as it did not answer",
						{ label: "result", values: { hit: hits, miss: misses, stale } },
					),
					gauge("visualink_link_cache_entries", "Links remembered, the missing ones too; 100,000 at most", entries),
					gauge(
						"visualink_link_changes_heard",
						"Whether changes of links made by other processes are heard",
						Number(isHearing),
					),
				];
			},
		},
	};
}
