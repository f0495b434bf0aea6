import type { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { AppError } from "#server/http/app-error.ts";
import { startThread } from "#server/work/thread.ts";
import type { ErrorKind } from "#shared/error-body.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "./outbound.ts";
import type { Detour } from "./wire.ts";

/** What the thread is told when it starts. */
export type OutboundData = { publicOrigin: string; detours: Detour[] };

/** A request as it travels to the thread, or that nobody waits for it any more; and what comes back. */
export type OutboundOrder =
	| (Omit<OutboundRequest, "url" | "signal"> & { id: number; url: string })
	| { id: number; isGone: true };
export type OutboundTold = { id: number } & (
	| { answer: Omit<OutboundAnswer, "url" | "bytes"> & { url: string; bytes: Uint8Array<ArrayBuffer> } }
	| { refusal: { kind: ErrorKind; message: string; retryAfterSeconds?: number } }
	| { problem: string }
);

/** What asks: it answers each order with an `OutboundTold`, unless nobody waits for it. */
export type AskingThread = EventEmitter & Pick<Worker, "postMessage" | "terminate">;

export type OutboundThread = Outbound & { stop: () => void };

type Options = OutboundData & {
	log: Pick<Logger, "warn">;
	/** However slow the machine is: a thread that has not answered by then, its start included, is given up. */
	giveUpMs?: number;
	start?: (data: OutboundData) => AskingThread;
};

type Waiting = {
	host: string;
	resolve: (answer: OutboundAnswer) => void;
	reject: (error: unknown) => void;
};

/**
 * The one door to strangers' addresses, on a thread of its own (docs/decisions/0022), which the first request starts: what
 * comes through it is unpacked beside what visitors wait for. `get` is that of `createOutbound`, and does as it says there;
 * what waits for a thread that ends is "unavailable", and the next request starts another.
 */
export function openOutbound(options: Options): OutboundThread {
	const { publicOrigin, detours, log, giveUpMs = 30_000, start = startAsking } = options;
	const waiting = new Map<number, Waiting>();
	let thread: AskingThread | null = null;
	let orders = 0;

	function begin(): AskingThread {
		const worker = start({ publicOrigin, detours });
		worker.on("message", hear);
		worker.on("error", (error) => end(worker, error));
		worker.on("exit", (code) => end(worker, new Error(`It ended by itself, with code ${code}`)));
		return worker;
	}

	function end(worker: AskingThread, error: Error): void {
		if (thread !== worker) return;
		log.warn({ err: error }, "the thread that asks other servers was ended");
		forget(worker, error);
	}

	/** All that wait were asked of it. */
	function forget(worker: AskingThread, cause: Error): void {
		thread = null;
		for (const { reject } of waiting.values()) reject(pagesAway(cause));
		void worker.terminate();
	}

	function hear(told: OutboundTold): void {
		const asked = waiting.get(told.id);
		if (!asked) return;
		if ("answer" in told) {
			const { url, bytes, ...answer } = told.answer;
			asked.resolve({ ...answer, url: new URL(url), bytes: Buffer.from(bytes.buffer) });
		} else if ("refusal" in told) {
			const { kind, message, ...options } = told.refusal;
			asked.reject(new AppError(kind, message, options));
		} else {
			log.warn({ problem: told.problem }, "an address broke what asks it");
			asked.reject(unreachable(asked.host, told.problem));
		}
	}

	async function get({ url, signal, userId, accept, maxBytes }: OutboundRequest): Promise<OutboundAnswer> {
		signal?.throwIfAborted();
		thread ??= begin();
		const worker = thread;
		orders += 1;
		const id = orders;
		const giveUp = setTimeout(() => end(worker, new Error("It did not answer in time")), giveUpMs);
		const leave = () => {
			worker.postMessage({ id, isGone: true } satisfies OutboundOrder);
			waiting.get(id)?.reject(signal?.reason);
		};
		signal?.addEventListener("abort", leave, { once: true });
		try {
			return await new Promise((resolve, reject) => {
				waiting.set(id, { host: url.hostname, resolve, reject });
				worker.postMessage({ id, url: url.href, userId, accept, maxBytes } satisfies OutboundOrder);
			});
		} finally {
			waiting.delete(id);
			clearTimeout(giveUp);
			signal?.removeEventListener("abort", leave);
		}
	}

	return {
		get,
		stop() {
			if (thread) forget(thread, new Error("The service stops"));
		},
	};
}

function unreachable(host: string, cause: unknown): AppError {
	return new AppError("unreachable", `${host} could not be reached`, { cause });
}

/** That was our own failure, and says nothing of the address. */
export function pagesAway(cause: unknown): AppError {
	return new AppError("unavailable", "Pages can't be read just now. Please try again.", {
		cause,
		retryAfterSeconds: 5,
	});
}

function startAsking(data: OutboundData): Worker {
	return startThread(import.meta.filename, "outbound.thread", { data });
}
