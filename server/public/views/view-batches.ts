import { withResolvers } from "#server/platform/work/with-resolvers.ts";
import type { ArrivedView } from "./counted-view.ts";

const BATCH_MAX = 1_000;
const BATCHES_AT_ONCE = 2;
/** Fewer views wait for the batch in progress: a small batch costs the database almost as much. */
const BATCH_WORTH_STARTING = 32;

export type ViewBatches = {
	/** Resolves once the view's batch is saved; null, at once, if too many wait. */
	add(view: ArrivedView): Promise<void> | null;
	/** Resolves once everything added so far is saved. */
	flush(): Promise<void>;
	waiting(): number;
};

type Options = {
	save: (views: ArrivedView[]) => Promise<void>;
	max: number;
};

type Batch = { views: ArrivedView[]; saved: Promise<void>; done: () => void };

/** Batches views in order of arrival: each has what arrived during the previous ones. Those of a batch share a promise. */
export function createViewBatches({ save, max }: Options): ViewBatches {
	const queue: Batch[] = [];
	let queued = 0;
	let underWay = 0;
	let viewsUnderWay = 0;
	let isScheduled = false;
	const idle = new Set<() => void>();

	function schedule(): void {
		if (isScheduled || !mayStart()) return;
		isScheduled = true;
		// After all sockets were read: views that arrived together share a batch.
		setImmediate(() => {
			isScheduled = false;
			while (mayStart()) startBatch();
		});
	}

	function mayStart(): boolean {
		if (underWay === 0) return queued > 0;
		return underWay < BATCHES_AT_ONCE && queued >= BATCH_WORTH_STARTING;
	}

	function startBatch(): void {
		const batch = queue.shift();
		if (batch === undefined) return;
		const { views, done } = batch;
		queued -= views.length;
		underWay += 1;
		viewsUnderWay += views.length;
		void save(views).finally(() => {
			done();
			underWay -= 1;
			viewsUnderWay -= views.length;
			schedule();
			if (underWay > 0 || queued > 0) return;
			for (const told of idle) told();
			idle.clear();
		});
	}

	function filling(): Batch {
		const last = queue.at(-1);
		if (last && last.views.length < BATCH_MAX) return last;
		const { promise: saved, resolve: done } = withResolvers();
		const batch = { views: [], saved, done };
		queue.push(batch);
		return batch;
	}

	return {
		add(view) {
			if (queued >= max) return null;
			const { views, saved } = filling();
			views.push(view);
			queued += 1;
			schedule();
			return saved;
		},
		waiting: () => queued + viewsUnderWay,
		async flush() {
			if (underWay === 0 && queued === 0) return;
			await new Promise<void>((resolve) => idle.add(resolve));
		},
	};
}
