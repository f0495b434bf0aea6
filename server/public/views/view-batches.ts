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

/** Batches views in order of arrival: each has what arrived during the previous ones. */
export function createViewBatches({ save, max }: Options): ViewBatches {
	let queue: ArrivedView[] = [];
	let settlers: (() => void)[] = [];
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
		if (underWay === 0) return queue.length > 0;
		return underWay < BATCHES_AT_ONCE && queue.length >= BATCH_WORTH_STARTING;
	}

	function startBatch(): void {
		const views = queue.slice(0, BATCH_MAX);
		const settle = settlers.slice(0, BATCH_MAX);
		queue = queue.slice(BATCH_MAX);
		settlers = settlers.slice(BATCH_MAX);
		underWay += 1;
		viewsUnderWay += views.length;
		void save(views).finally(() => {
			for (const done of settle) done();
			underWay -= 1;
			viewsUnderWay -= views.length;
			schedule();
			if (underWay > 0 || queue.length > 0) return;
			for (const done of idle) done();
			idle.clear();
		});
	}

	return {
		add(view) {
			if (queue.length >= max) return null;
			return new Promise((resolve) => {
				queue.push(view);
				settlers.push(resolve);
				schedule();
			});
		},
		waiting: () => queue.length + viewsUnderWay,
		async flush() {
			if (underWay === 0 && queue.length === 0) return;
			await new Promise<void>((resolve) => idle.add(resolve));
		},
	};
}
