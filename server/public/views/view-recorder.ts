import type pg from "pg";
import type { Logger } from "pino";
import type { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { ArrivedView, CountedView } from "./counted-view.ts";
import { createViewBatches } from "./view-batches.ts";
import { createViewKeeper, type ViewCounts } from "./view-keeper.ts";
import { viewMetrics } from "./view-metrics.ts";
import { createViewSpool } from "./view-spool.ts";

/** A batch that hasn't committed after this time goes to the spool, so that visitors don't wait. */
const SLOW_MS = 250;
/** How often the database is tried again while views wait in the spool. */
const RETRY_MS = 250;
/** Views held in memory at most; beyond it they are dropped, counted and logged. */
const MEMORY_MAX = 100_000;

export type ViewRecorder = {
	/** Resolves once the view is committed with its link's counter, or safe in the spool. Never rejects. */
	record(view: ArrivedView): Promise<void>;
	/** Resolves once everything recorded so far is committed or in the spool. */
	flush(): Promise<void>;
	/**
	 * Flushes and stops. Views still in the spool are replayed at the next start.
	 * @returns how many views were lost by it: they waited in memory, and the disk did not take them
	 */
	close(): Promise<number>;
	/** How many recorded views are neither committed nor in the spool at this moment: an end would lose them. */
	unkept(): number;
	counts: ViewCounts;
	metrics: PartRegistry[];
};

type RecorderDeps = {
	pool: pg.Pool;
	log: Logger;
	spoolDir: string;
	/** The visitor of a view; null if unknown. */
	visitorOf?: (view: ArrivedView) => string | null;
	slowMs?: number;
	retryMs?: number;
	now?: () => Date;
	/** Is called with views that are committed. */
	stored?: (views: CountedView[]) => void;
};

/**
 * Records views in batches: one transaction holds what arrived while the last one was under way. When the database is
 * away or slow, the batch goes to an append-only spool and is replayed later, each event once by its id.
 */
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
	/** In place, since it is done for each view: what is kept, in the database or in the spool, has no address. */
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
