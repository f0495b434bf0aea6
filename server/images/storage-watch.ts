import { counter, type Figures } from "#server/work/figures.ts";
import type { ImageStore } from "./image-store.ts";

/** How long a failure is mentioned on `/readyz`, in milliseconds, unless the same works again before. */
const RECENT_MS = 10 * 60_000;

const OPERATIONS = ["read", "write", "remove"] as const;
type Operation = (typeof OPERATIONS)[number];

const WARNINGS: Record<Operation, string> = {
	read: "Pictures can't be read",
	write: "Pictures can't be written",
	remove: "Pictures can't be removed",
};
const MEND = "the storage is away, refuses, or has no such bucket (docs/operating.md, section 15).";

export type StorageWatch = {
	/** The same store, with the outcome of each call counted. */
	watched: (store: ImageStore) => ImageStore;
	figures: Figures;
	/** What `/readyz` adds to its status; empty while the last call of each kind worked. */
	warnings: () => string[];
};

/** Counts what the storage of pictures and originals answers, so that one that is away is noticed. */
export function createStorageWatch({ now }: { now: () => Date }): StorageWatch {
	const outcomes = {
		ok: { read: 0, write: 0, remove: 0 },
		failed: { read: 0, write: 0, remove: 0 },
	};
	const failedAt: Partial<Record<Operation, number>> = {};

	async function count<Result>(operation: Operation, call: Promise<Result>): Promise<Result> {
		try {
			const result = await call;
			outcomes.ok[operation] += 1;
			delete failedAt[operation];
			return result;
		} catch (error) {
			outcomes.failed[operation] += 1;
			failedAt[operation] = now().getTime();
			throw error;
		}
	}

	return {
		watched: (store) => ({
			...store,
			put: (...args) => count("write", store.put(...args)),
			read: (...args) => count("read", store.read(...args)),
			remove: (...args) => count("remove", store.remove(...args)),
		}),
		figures: {
			part: "picture_storage",
			read: () => [
				counter("visualink_picture_storage_calls_total", "Calls of the storage of pictures that worked", {
					label: "operation",
					values: { ...outcomes.ok },
				}),
				counter("visualink_picture_storage_failures_total", "Calls of the storage of pictures that failed", {
					label: "operation",
					values: { ...outcomes.failed },
				}),
			],
		},
		warnings: () =>
			OPERATIONS.filter(
				(operation) => now().getTime() - (failedAt[operation] ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
			).map((operation) => `${WARNINGS[operation]}: ${MEND}`),
	};
}
