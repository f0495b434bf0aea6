import { workerData } from "node:worker_threads";
import { serveWorkerRequests } from "#server/platform/work/serve-worker-requests.ts";
import { lowerPriority } from "#server/platform/work/thread.ts";
import { type ArchiveOptions, createArchive } from "./archive.ts";
import type { ArchiveOrder, ArchiveReply } from "./archive-thread.ts";

const archive = createArchive(workerData as ArchiveOptions);

async function answer(order: ArchiveOrder, signal: AbortSignal): Promise<ArchiveReply> {
	if ("run" in order) return archive.run(order.run, signal);
	if ("read" in order) return archive.read(order.read);
	await archive.erase(order.erase, signal);
	return null;
}

lowerPriority();
serveWorkerRequests(answer, {
	transfer: (it) => (it && "times" in it ? [it.linkIds.buffer, it.times.buffer, it.bots.buffer] : []),
});
