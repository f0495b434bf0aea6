import type { Logger } from "pino";
import { startThread } from "#server/platform/work/thread.ts";
import { createWorkerClient } from "#server/platform/work/worker-client.ts";
import type { ArchiveOptions, ArchiveRun, ViewArchive } from "./archive.ts";
import type { Erased } from "./archive-erasure.ts";
import type { ReadAnswer, ReadOrder } from "./archive-reading.ts";

export type ArchiveOrder = { run: Date } | { erase: Erased } | { read: ReadOrder };
export type ArchiveReply = ArchiveRun | ReadAnswer | null;

export type ThreadedArchive = Omit<ViewArchive, "restore"> & { stop(): Promise<void> };

/** The archive on its own thread, which the first order starts: Parquet must not delay visitors. */
export function openArchiveThread({ log, ...data }: ArchiveOptions & { log: Logger }): ThreadedArchive {
	const thread = createWorkerClient<ArchiveOrder, ArchiveReply>({
		start: () => startThread(import.meta.filename, "archive.thread", { data, withEnvironment: true }),
		ended: (error) => log.warn({ err: error }, "the thread that archives views was ended"),
	});
	return {
		run: async (now, signal) => (await thread.ask({ run: now }, { signal })) as ArchiveRun | null,
		async erase(erased, signal) {
			await thread.ask({ erase: erased }, { signal });
		},
		read: async (order) => (await thread.ask({ read: order })) as ReadAnswer,
		async stop() {
			thread.stop();
		},
	};
}
