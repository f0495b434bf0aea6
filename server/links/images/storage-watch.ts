import { Counter } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { ImageStore } from "./image-store.ts";

/** How long `/readyz` mentions a failure, in milliseconds, unless the same call succeeds again. */
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
	watched: (store: ImageStore) => ImageStore;
	metrics: PartRegistry;
	/** Warnings for `/readyz`; empty if the last call of each kind succeeded. */
	warnings: () => string[];
};

/** Creates the monitoring of image storage, so that an outage is noticed. */
export function createStorageWatch({ now }: { now: () => Date }): StorageWatch {
	const metrics = new PartRegistry("picture_storage");
	const calls = new Counter({
		name: "visualink_picture_storage_calls_total",
		help: "Calls of the storage of pictures that worked",
		labelNames: ["operation"],
		registers: [metrics],
	});
	const failures = new Counter({
		name: "visualink_picture_storage_failures_total",
		help: "Calls of the storage of pictures that failed",
		labelNames: ["operation"],
		registers: [metrics],
	});
	for (const operation of OPERATIONS) for (const each of [calls, failures]) each.inc({ operation }, 0);
	const failedAt: Partial<Record<Operation, number>> = {};

	async function count<Result>(operation: Operation, call: Promise<Result>): Promise<Result> {
		try {
			const result = await call;
			calls.inc({ operation });
			delete failedAt[operation];
			return result;
		} catch (error) {
			failures.inc({ operation });
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
		metrics,
		warnings: () =>
			OPERATIONS.filter(
				(operation) => now().getTime() - (failedAt[operation] ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
			).map((operation) => `${WARNINGS[operation]}: ${MEND}`),
	};
}
