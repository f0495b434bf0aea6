import type { EventEmitter } from "node:events";
import { limitOrder, type OrderLimits, type OverLimit } from "./order-limits.ts";
import { withResolvers } from "./with-resolvers.ts";

/** A thread or a process: it says "ready", then answers each order. Emits `message`, `error` and `exit`. */
export type WorkerChannel = EventEmitter & {
	postMessage: (message: unknown, transfer?: readonly ArrayBuffer[]) => void;
	terminate: () => unknown;
	/** Processing time that it has used so far, in milliseconds; null where the system doesn't tell. */
	usedMs?: () => number | null;
};

export type WorkerMessage<Order> = { id: number; order: Order } | { id: number; isAborted: true };
export type WorkerReply<Answer> = "ready" | { id: number; answer: Answer } | { id: number; problem: string };

/** The worker has ended before it answered. */
export class WorkerEnded extends Error {
	readonly wasReady: boolean;
	/** Which limit of an order it was ended at, if at one. */
	readonly over: OverLimit | null;

	constructor(message: string, { wasReady, over = null, cause }: Partial<WorkerEnded> & { wasReady: boolean }) {
		super(message, { cause });
		this.name = "WorkerEnded";
		this.wasReady = wasReady;
		this.over = over;
	}
}

/** An order made the worker throw; the message is the stack there. The worker keeps running. */
export class WorkerProblem extends Error {}

export type WorkerClient<Order, Answer> = {
	/** Starts the worker, unless it runs. @throws WorkerEnded; what `start` throws */
	ready: () => Promise<void>;
	/**
	 * Sends an order, to a worker that it starts if none runs.
	 * @throws WorkerEnded; WorkerProblem; what `start` throws; the reason of `signal` once it is aborted
	 */
	ask: (order: Order, options?: { transfer?: ArrayBuffer[]; signal?: AbortSignal | undefined }) => Promise<Answer>;
	/** Ends the worker. What waits for it fails; `ended` isn't called. */
	stop: () => void;
};

/** `workMs`, `deadlineMs`: of one order, from when the worker is ready. Beyond them the worker is ended. */
type Options = OrderLimits & {
	start: () => WorkerChannel;
	/** Milliseconds until "ready". However slow the machine is: a worker that has not started by then is given up. */
	startMs?: number;
	/** Called when a worker ends that was not stopped. */
	ended: (error: WorkerEnded) => void;
};

type Pending<Answer> = { resolve: (answer: Answer) => void; reject: (error: unknown) => void };
type Running<Answer> = {
	channel: WorkerChannel;
	ready: Promise<void>;
	isReady: boolean;
	pending: Map<number, Pending<Answer>>;
	fail: (error: WorkerEnded) => void;
};

/** The client of one worker, which the first order starts; after its end the next order starts another. */
export function createWorkerClient<Order, Answer>(options: Options): WorkerClient<Order, Answer> {
	const { start, startMs = 15_000, workMs, deadlineMs, ended } = options;
	let running: Running<Answer> | null = null;
	let orders = 0;

	function begin(): Running<Answer> {
		const channel = start();
		const { promise: ready, resolve, reject: fail } = withResolvers();
		ready.catch(() => undefined);
		const worker: Running<Answer> = { channel, ready, isReady: false, pending: new Map(), fail };
		const late = setTimeout(() => end(worker, "It did not start in time"), startMs);
		void ready.catch(() => undefined).finally(() => clearTimeout(late));
		channel.on("message", (reply: WorkerReply<Answer>) => {
			if (reply !== "ready") return settle(worker, reply);
			worker.isReady = true;
			resolve();
		});
		channel.on("error", (cause: Error) => end(worker, "It failed", { cause }));
		channel.on("exit", (code, signal) => end(worker, `It ended by itself, with ${signal ?? `code ${code}`}`));
		return worker;
	}

	function settle({ pending }: Running<Answer>, reply: Exclude<WorkerReply<Answer>, "ready">): void {
		if ("answer" in reply) pending.get(reply.id)?.resolve(reply.answer);
		else pending.get(reply.id)?.reject(new WorkerProblem(reply.problem));
	}

	function end(worker: Running<Answer>, message: string, details: { cause?: Error; over?: OverLimit } = {}): void {
		if (running !== worker) return;
		const error = new WorkerEnded(message, { wasReady: worker.isReady, ...details });
		forget(worker, error);
		ended(error);
	}

	function forget(worker: Running<Answer>, error: WorkerEnded): void {
		running = null;
		worker.fail(error);
		for (const { reject } of worker.pending.values()) reject(error);
		void worker.channel.terminate();
	}

	return {
		async ready() {
			running ??= begin();
			await running.ready;
		},
		async ask(order, { transfer = [], signal } = {}) {
			signal?.throwIfAborted();
			running ??= begin();
			const worker = running;
			const { channel, pending } = worker;
			orders += 1;
			const id = orders;
			let stopLimit = () => {};
			const abort = () => {
				channel.postMessage({ id, isAborted: true } satisfies WorkerMessage<Order>);
				pending.get(id)?.reject(signal?.reason);
			};
			const limit = () => {
				if (!pending.has(id)) return;
				const usedMs = () => channel.usedMs?.() ?? null;
				stopLimit = limitOrder({ workMs, deadlineMs }, usedMs, (over) => end(worker, WORDS[over], { over }));
			};
			signal?.addEventListener("abort", abort, { once: true });
			try {
				return await new Promise<Answer>((resolve, reject) => {
					pending.set(id, { resolve, reject });
					channel.postMessage({ id, order } satisfies WorkerMessage<Order>, transfer);
					worker.ready.then(limit, () => undefined);
				});
			} finally {
				pending.delete(id);
				stopLimit();
				signal?.removeEventListener("abort", abort);
			}
		},
		stop() {
			if (running) forget(running, new WorkerEnded("It was stopped", { wasReady: running.isReady }));
		},
	};
}

const WORDS = { costly: "An order used all of its processing time", late: "It did not answer in time" };
