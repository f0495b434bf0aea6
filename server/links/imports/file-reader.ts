import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { AppError, ofRefusal, type Refusal } from "#server/platform/http/app-error.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import type { OrderLimits } from "#server/platform/work/order-limits.ts";
import { QueueFullError } from "#server/platform/work/queue-full-error.ts";
import { ownMemory, startThread } from "#server/platform/work/thread.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import {
	createWorkerClient,
	type WorkerChannel,
	type WorkerClient,
	WorkerEnded,
} from "#server/platform/work/worker-client.ts";
import type { AssignedColumns } from "#shared/links/imports/file-columns.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import type { ValidatedRow } from "./judge-row.ts";

/** What is sent to a file's thread, and its answers: to the order, then to each "more". */
export type FileOrder = {
	bytes: Uint8Array<ArrayBuffer>;
	maxRows: number;
	assigned: AssignedColumns | undefined;
	ownOrigins: readonly string[];
	imageOrigins?: readonly string[] | undefined;
};
export type FileHead = Required<Pick<ImportView, "shape" | "columns" | "encoding">>;
export type FileAnswer = FileHead | { refusal: Refusal } | { rows: ValidatedRow[] };

type FileThread = WorkerClient<FileOrder | "more", FileAnswer>;

export type ReadFile = FileHead & { rows: ValidatedRow[] };
type Asked = { userId: string; maxRows: number; assigned?: AssignedColumns | undefined; signal: AbortSignal };

export type FileReader = {
	/**
	 * Reads a CSV file and validates its rows. Takes ownership of its bytes.
	 * @throws AppError "invalid" for a file that can't be read or is too expensive; "too_many" if the queue is full;
	 * "unavailable" if the thread fails or the machine is slow; the reason of `signal` as soon as it is aborted
	 */
	read: (bytes: Uint8Array, asked: Asked) => Promise<ReadFile>;
};

/** `workMs`: the largest normal file takes a tenth. */
type Options = Required<OrderLimits> & {
	ownOrigins: readonly string[];
	imageOrigins?: readonly string[] | undefined;
	log: Pick<Logger, "warn">;
	start?: () => WorkerChannel;
};

const QUEUE = { permits: 1, maxWaiting: 20, maxWaitingPerAccount: 1 };
const RETRY_SECONDS = 30;
/** Far above what an accepted file takes. A file that evades every check still can't crash the process. */
const MEMORY_MB = 384;

/** One file at a time, round-robin by account, on threads so that no file delays visitors (docs/decisions/0024). */
export function createFileReader({
	ownOrigins,
	imageOrigins,
	log,
	start = startReading,
	...limits
}: Options): FileReader {
	const turns = createFairSemaphore(QUEUE);

	async function readOn(thread: FileThread, bytes: Uint8Array, asked: Asked): Promise<ReadFile> {
		const { maxRows, assigned, signal } = asked;
		const order: FileOrder = { bytes: ownMemory(bytes), maxRows, assigned, ownOrigins, imageOrigins };
		const read = await thread.ask(order, { transfer: [order.bytes.buffer], signal });
		if ("refusal" in read) throw ofRefusal(read.refusal);
		if (!("shape" in read)) throw new Error("The thread answered out of turn");
		const rows: ValidatedRow[] = [];
		for (;;) {
			// Otherwise a fast thread's messages would all be handled in one turn of the event loop.
			await yieldAfterSlice();
			const more = await thread.ask("more", { signal });
			if (!("rows" in more) || more.rows.length === 0) return { ...read, rows };
			rows.push(...more.rows);
		}
	}

	return {
		async read(bytes, { signal, ...asked }) {
			const { userId } = asked;
			const release = await turns.acquire(userId, signal).catch((error: unknown) => {
				throw error instanceof QueueFullError ? tooManyFiles() : error;
			});
			const thread: FileThread = createWorkerClient({ start, ended: () => {}, ...limits });
			try {
				return await readOn(thread, bytes, { ...asked, signal });
			} catch (error) {
				signal.throwIfAborted();
				if (error instanceof AppError) throw error;
				log.warn({ err: error }, "a file of links could not be read by its thread");
				throw error instanceof WorkerEnded && error.over === "costly" ? tooSlow() : unavailable(error);
			} finally {
				thread.stop();
				release();
			}
		},
	};
}

function tooManyFiles(): AppError {
	return new AppError("server_busy", "Many files are being read right now. Please try again in half a minute.", {
		retryAfterSeconds: RETRY_SECONDS,
	});
}

function tooSlow(): AppError {
	return new AppError("file_too_slow", "Reading this file takes too long. Split it into smaller files and try again.");
}

function unavailable(cause: unknown): AppError {
	return new AppError("unavailable", "Files can't be read right now. Please try again.", {
		cause,
		retryAfterSeconds: RETRY_SECONDS,
	});
}

function startReading(): Worker {
	return startThread(import.meta.filename, "read-file.thread", { memoryMb: MEMORY_MB });
}
