import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { AppError } from "#server/platform/http/app-error.ts";
import { noTurn, queueFull } from "#server/platform/outbound/fetch-queue.ts";
import { pagesAway } from "#server/platform/outbound/unavailable-pages.ts";
import { abortable } from "#server/platform/work/abortable.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import type { OrderLimits } from "#server/platform/work/order-limits.ts";
import { ownMemory, startThread } from "#server/platform/work/thread.ts";
import {
	createWorkerClient,
	type WorkerChannel,
	WorkerEnded,
	WorkerProblem,
} from "#server/platform/work/worker-client.ts";
import type { PageAnswer, ReadPage } from "./read-page.ts";

export type ReadOrder = {
	asked: string;
	url: string;
	status: number;
	headers: Record<string, string>;
	bytes: Uint8Array<ArrayBuffer>;
	ownOrigins: readonly string[];
};
type Asker = { userId: string; signal: AbortSignal };

export type PageReader = {
	/**
	 * Reads a page's response as `readPage` does. Takes ownership of its bytes.
	 * @throws AppError "unreachable" if it takes too much time or memory or can't be read; "too_many" if the queue is
	 * full; "unavailable" if its turn never came, the machine is slow or the thread doesn't start; the reason of `signal`
	 * as soon as that is aborted
	 */
	read: (answer: PageAnswer, asker: Asker) => Promise<ReadPage>;
	stop: () => void;
};

/** `workMs`: normal pages take a few hundredths of it. */
type Options = Required<OrderLimits> & {
	ownOrigins: readonly string[];
	log: Pick<Logger, "warn">;
	waitMs: number;
	start?: () => WorkerChannel;
};

/** An import reads one page at a time, while its user may fill the form on several screens. */
const QUEUE = { permits: 1, maxWaiting: 60, maxWaitingPerAccount: 3 };

/** One thread, shared equally by accounts, so that malicious markup delays only its own account. */
export function createPageReader(options: Options): PageReader {
	const { ownOrigins, log, workMs, deadlineMs, waitMs, start = startReading } = options;
	const turns = createFairSemaphore(QUEUE);
	const thread = createWorkerClient<ReadOrder, ReadPage>({
		start,
		...{ workMs, deadlineMs },
		ended: (error) => log.warn({ err: error }, "the thread that reads pages was ended"),
	});

	/** @throws AppError "unavailable" if it doesn't start, which isn't the page's fault */
	async function ready(): Promise<void> {
		await thread.ready().catch((cause: unknown) => {
			throw pagesAway(cause);
		});
	}

	async function readOn(answer: PageAnswer): Promise<ReadPage> {
		const order = orderOf(answer, ownOrigins);
		return thread.ask(order, { transfer: [order.bytes.buffer] }).catch((error: unknown) => {
			if (error instanceof WorkerProblem) log.warn({ problem: error.message }, "a page broke what reads it");
			if (error instanceof WorkerEnded && error.over === "late") throw pagesAway(error);
			throw error;
		});
	}

	/** The thread stays busy until it is done, even if the caller has left. */
	async function readWhenReady(answer: PageAnswer, wait: AbortSignal): Promise<ReadPage> {
		await abortable(ready(), wait);
		return readOn(answer);
	}

	return {
		async read(answer, { userId, signal }) {
			const patience = AbortSignal.timeout(waitMs);
			const wait = AbortSignal.any([signal, patience]);
			try {
				const release = await turns.acquire(userId, wait);
				return await abortable(readWhenReady(answer, wait).finally(release), signal);
			} catch (caught) {
				signal.throwIfAborted();
				const error = queueFull(caught);
				if (error instanceof AppError) throw error;
				if (error === patience.reason) throw noTurn();
				throw new AppError("unreachable", `The page of ${answer.url.hostname} can't be read`, { cause: error });
			}
		},
		stop: thread.stop,
	};
}

/** Transfers the bytes, or a copy if their memory is shared. */
function orderOf({ asked, url, status, headers, bytes }: PageAnswer, ownOrigins: readonly string[]): ReadOrder {
	return { asked: asked.href, url: url.href, status, headers, bytes: ownMemory(bytes), ownOrigins };
}

function startReading(): Worker {
	return startThread(import.meta.filename, "read-page.thread");
}
