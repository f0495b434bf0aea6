import type pg from "pg";
import type { Logger } from "pino";
import type { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { ArrivedView, CountedView } from "./counted-view.ts";
import { createViewBatches } from "./view-batches.ts";
import { createViewKeeper, type ViewCounts } from "./view-keeper.ts";
import { viewMetrics } from "./view-metrics.ts";
import { createViewSpool } from "./view-spool.ts";

const SLOW_MS = 250;
const RETRY_MS = 250;
/** Most views in memory; more are dropped, counted and logged. */
const MEMORY_MAX = 100_000;

export type ViewRecorder = {
	/** Resolves once the view and its link's counter are committed, or it is spooled. Never rejects. */
	record(view: ArrivedView): Promise<void>;
	flush(): Promise<void>;
	/** The next start replays the spool. @returns how many views were lost, because the disk refused them */
	close(): Promise<number>;
	unkept(): number;
	counts: ViewCounts;
	metrics: PartRegistry[];
};

type RecorderDeps = {
	pool: pg.Pool;
	log: Logger;
	spoolDir: string;
	visitorOf?: (view: ArrivedView) => string | null;
	slowMs?: number;
	retryMs?: number;
	now?: () => Date;
	stored?: (views: CountedView[]) => void;
};

/** Records views in batches. If the database is down or slow, they are spooled and replayed, each once by its id. */
export function createViewRecorder(deps: RecorderDeps): ViewRecorder {
	const { pool, log, spoolDir, visitorOf = () => null, slowMs = SLOW_MS, retryMs = RETRY_MS } = deps;
	const { now = () => new Date(), stored = () => {} } = deps;
	const counts: ViewCounts = {
		recorded: 0,
		committed: 0,
		spooled: 0,
		replayed: 0,
		dropped: 0,
		refused: 0,
		damaged: 0,
	};
	const spool = createViewSpool({ dir: spoolDir });
	const { saves, metrics } = viewMetrics({
		counts,
		state: () => ({ waiting: batches.waiting(), ...keeper.state() }),
		backlog: spool.backlog,
	});
	const keeper = createViewKeeper({
		...{ pool, log, spool, counts, saves, slowMs, retryMs, now, stored },
		memoryMax: MEMORY_MAX,
	});
	const batches = createViewBatches({ save, max: MEMORY_MAX });
	/** Mutates views, because this runs for each: stored ones have no full address. */
	function save(views: ArrivedView[]): Promise<void> {
		for (const view of views) {
			view.visitor = view.isBot ? null : visitorOf(view);
			view.address = undefined;
		}
		return keeper.save(views);
	}
	return {
		counts,
		metrics,
		unkept: () => batches.waiting() + keeper.state().inMemory,
		record(view) {
			counts.recorded += 1;
			const saved = batches.add(view);
			if (saved) return saved;
			keeper.drop(1);
			return Promise.resolve();
		},
		flush: batches.flush,
		async close() {
			keeper.endReplay();
			await batches.flush();
			return keeper.close();
		},
	};
}
