import { once } from "node:events";
import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { startThread } from "#server/platform/work/thread.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { entriesOf, keyOf } from "./list-keys.ts";
import { hasKey, isAddress, type ListKeys } from "./read-list.ts";
import { watchFiles } from "./watch-files.ts";

export type ListPlace = { name: string; place: string };

const HOUR_MS = 3_600_000;
const RETRY_MS = 300_000;
const DAY_MS = 24 * HOUR_MS;
const MEMORY_MB = 192;

type Options = {
	places: readonly ListPlace[];
	changed: () => Promise<void>;
	log: Pick<Logger, "info" | "warn">;
	now: () => Date;
	read?: (place: string) => Promise<ListKeys>;
};

/**
 * Hosts and addresses that no link may lead to (P386), reloaded hourly and on file changes. Look-ups are local. A
 * failing list keeps its entries.
 */
export function createLists({ places, changed, log, now, read = readOnThread }: Options) {
	const lists = new Map<string, ListKeys>();
	let checkedAt = Number.NEGATIVE_INFINITY;
	let allDueAt = Number.NEGATIVE_INFINITY;
	const changedFiles = new Set<string>();

	const metrics = new PartRegistry("lists");
	new Gauge({
		name: "visualink_guard_list_entries",
		help: "Hosts and addresses on all lists that links are compared with",
		registers: [metrics],
		collect() {
			this.set([...lists.values()].reduce((sum, { length }) => sum + length, 0));
		},
	});
	const reads = new Counter({
		name: "visualink_guard_lists_total",
		help: "Times that a list was read, by outcome",
		labelNames: ["outcome"],
		registers: [metrics],
	});
	for (const outcome of ["read", "failed"]) reads.inc({ outcome }, 0);

	function listed(url: URL): ModerationReason[] {
		if (lists.size === 0) return [];
		const keys = entriesOf(url).map(keyOf);
		return [...lists].flatMap(([name, list]) =>
			keys.some((key) => hasKey(list, key))
				? [{ code: "listed" as const, words: [name], evidence: "closed" as const }]
				: [],
		);
	}

	function isUnsure({ code, words: [name = ""] }: ModerationReason): boolean {
		return code === "listed" && !lists.has(name) && places.some((place) => place.name === name);
	}

	/** Reloads lists. @returns whether any changed, and whether any failed */
	async function refresh(due: readonly ListPlace[], stopping: AbortSignal) {
		let isChanged = false;
		let hasFailed = false;
		for (const { name, place } of due) {
			if (stopping.aborted) break;
			try {
				const keys = await read(place);
				isChanged ||= !isSame(keys, lists.get(name));
				lists.set(name, keys);
				reads.inc({ outcome: "read" });
			} catch (error) {
				hasFailed = true;
				reads.inc({ outcome: "failed" });
				log.warn({ err: error, list: name }, "a list of hosts could not be read; it stays as it was");
			}
		}
		return { isChanged, hasFailed };
	}

	function takeDue(): readonly ListPlace[] {
		const due = places.filter(({ place }) => changedFiles.has(place));
		changedFiles.clear();
		return due.length === 0 || performance.now() >= allDueAt ? places : due;
	}

	const reading = repeat({
		async work(stopping) {
			const due = takeDue();
			const { isChanged, hasFailed } = await refresh(due, stopping);
			if (isChanged) checkedAt = Number.NEGATIVE_INFINITY;
			if (now().getTime() - checkedAt >= DAY_MS) {
				await changed();
				checkedAt = now().getTime();
			}
			if (hasFailed) return RETRY_MS;
			if (due === places) allDueAt = performance.now() + HOUR_MS;
			return Math.max(0, allDueAt - performance.now());
		},
		everyMs: HOUR_MS,
		retryMs: RETRY_MS,
		failed: (error) => log.warn({ err: error }, "links could not be compared with the lists; they will be later"),
	});

	const files = watchFiles({
		files: places.map(({ place }) => place).filter((place) => !isAddress(place)),
		changed(file) {
			changedFiles.add(file);
			reading.wake();
		},
		log,
	});
	const work: Repeated = {
		...reading,
		start() {
			files.start();
			reading.start();
		},
		async stop() {
			files.stop();
			await reading.stop();
		},
	};

	return { listed, isUnsure, work, metrics, isEmpty: places.length === 0 };
}

function isSame(one: ListKeys, other: ListKeys | undefined): boolean {
	return other !== undefined && Buffer.from(one.buffer).equals(Buffer.from(other.buffer));
}

async function readOnThread(place: string): Promise<ListKeys> {
	const thread = startThread(import.meta.filename, "read-list.thread", { data: { place }, memoryMb: MEMORY_MB });
	try {
		const [keys] = await once(thread, "message");
		return keys;
	} finally {
		await thread.terminate();
	}
}
