import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { GoAnswers } from "./go-answers.ts";
import type { LinkCache } from "./link-cache.ts";

/** Only one request in this many is timed: two clock reads would cost this path one percent. */
const TIMED_ONE_IN = 8;
const TIMED_UP_TO = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

type Handler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;
type Options = { answers: Pick<GoAnswers, "counts">; linkCache: Pick<LinkCache<object>, "metrics"> };

/** Metrics of the public link: answers, times, and cache. */
export function createGoMetrics({ answers, linkCache }: Options): {
	timed: (handler: Handler) => Handler;
	metrics: PartRegistry;
} {
	const metrics = new PartRegistry("go", () => {
		const { hits, misses, stale, entries, isHearing } = linkCache.metrics();
		lookups.reset();
		lookups.inc({ result: "hit" }, hits);
		lookups.inc({ result: "miss" }, misses);
		lookups.inc({ result: "stale" }, stale);
		remembered.set(entries);
		heard.set(Number(isHearing));
	});
	const registers = [metrics];
	new Counter({
		name: "visualink_go_answers_total",
		help: "Answers of /go, by what was answered",
		labelNames: ["answer"],
		registers,
		collect() {
			this.reset();
			for (const [answer, count] of Object.entries(answers.counts)) this.inc({ answer }, count);
		},
	});
	const times = new Histogram({
		name: "visualink_go_duration_seconds",
		help: "Time to answer /go, of one request in eight",
		buckets: TIMED_UP_TO,
		registers,
	});
	const lookups = new Counter({
		name: "visualink_link_cache_lookups_total",
		help: "Look-ups of links: known, asked of the database, or answered by what was known before as it did not answer",
		labelNames: ["result"],
		registers,
	});
	const remembered = new Gauge({
		name: "visualink_link_cache_entries",
		help: "Links remembered, the missing ones too; 100,000 at most",
		registers,
	});
	const heard = new Gauge({
		name: "visualink_link_changes_heard",
		help: "Whether changes of links made by other processes are heard",
		registers,
	});
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
		metrics,
	};
}
