import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { AppError } from "#server/http/app-error.ts";
import type { Prefill } from "#shared/links/prefill.ts";
import type { PageAnswer } from "./read-page.ts";

/** An answer as it travels to the thread, and what comes back. */
export type ReadOrder = {
	asked: string;
	url: string;
	status: number;
	headers: Record<string, string>;
	bytes: Uint8Array;
	publicOrigin: string;
};
export type ReadAnswer = { page: Prefill } | { problem: string };

export type PageReader = {
	/**
	 * What an answer says of its page, as `readPage` does. Its bytes are gone afterwards.
	 * @throws AppError "unreachable" where it takes too much time or memory; the reason of `signal` once that is aborted
	 */
	read: (answer: PageAnswer, signal: AbortSignal) => Promise<Prefill>;
	stop: () => void;
};

type Options = {
	publicOrigin: string;
	/** How long one page may take; honest ones take some hundredths of it. */
	limitMs?: number;
};

/** However slow the machine is: a thread that has not started by then is given up. */
const START_MS = 15_000;
/** All that anybody reads of an answer's head. */
const HEADERS = ["content-type", "cf-mitigated", "x-datadome"];
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

/**
 * Reads pages on a thread of its own, one after the other, which the first page starts: half a megabyte of markup takes
 * tens of milliseconds, and one that was made to take longer takes nobody's time but its own.
 */
export function createPageReader({ publicOrigin, limitMs = 2_000 }: Options): PageReader {
	let thread: { worker: Worker; ready: Promise<unknown> } | null = null;
	let last: Promise<unknown> = Promise.resolve();

	function begin() {
		const worker = startWorker();
		// It may end while nobody waits for it.
		worker.on("error", () => forget(worker));
		return { worker, ready: once(worker, "message", { signal: AbortSignal.timeout(START_MS) }) };
	}

	function forget(worker: Worker): void {
		if (thread?.worker === worker) thread = null;
		void worker.terminate();
	}

	async function readNext(answer: PageAnswer, signal: AbortSignal): Promise<Prefill> {
		signal.throwIfAborted();
		thread ??= begin();
		const { worker, ready } = thread;
		const told = await ready
			.then(() => {
				const answered = once(worker, "message", { signal: AbortSignal.timeout(limitMs) });
				const order = orderOf(answer, publicOrigin);
				worker.postMessage(order, [order.bytes.buffer as ArrayBuffer]);
				return answered as Promise<[ReadAnswer]>;
			})
			.catch((cause: unknown) => {
				forget(worker);
				throw new AppError("unreachable", `The page of ${answer.url.hostname} can't be read`, { cause });
			});
		const [read] = told;
		if ("problem" in read) throw new Error(read.problem);
		return read.page;
	}

	return {
		read(answer, signal) {
			const reading = last.then(() => readNext(answer, signal));
			last = reading.catch(() => {});
			return reading;
		},
		stop() {
			if (thread) forget(thread.worker);
		},
	};
}

/** The bytes are handed over; a copy of them, where others lie in the same memory. */
function orderOf({ asked, url, status, header, bytes }: PageAnswer, publicOrigin: string): ReadOrder {
	const headers = Object.fromEntries(HEADERS.map((name) => [name, header(name)]));
	const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
	return { asked: asked.href, url: url.href, status, headers, bytes: own, publicOrigin };
}

function startWorker(): Worker {
	const ending = path.extname(import.meta.filename);
	const file = pathToFileURL(path.join(import.meta.dirname, `read-page.thread${ending}`));
	// What reads strangers' pages is told no secrets.
	const options = { env: {}, resourceLimits: MEMORY };
	// Source is run by tsx, as the rest of it is then; a thread is not told by itself.
	const fromSource = `import("tsx/esm/api").then(({ register }) => register() && import("${file}"))`;
	const worker = ending === ".ts" ? new Worker(fromSource, { ...options, eval: true }) : new Worker(file, options);
	worker.unref();
	return worker;
}
