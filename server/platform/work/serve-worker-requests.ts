import { parentPort } from "node:worker_threads";
import type { WorkerMessage, WorkerReply } from "./worker-client.ts";

type Options<Answer> = {
	/** Memory of an answer that is handed over instead of copied. */
	transfer?: (answer: Answer) => ArrayBuffer[];
	/** Called when an answer has left. */
	sent?: (answer: Answer) => void;
};

/**
 * The other side of `createWorkerClient`, in a thread or a process: answers each order with what `handle` returns. Orders
 * that come meanwhile are handled at the same time, if `handle` waits for anything.
 * @param handle its signal is aborted when the answer is no longer needed
 */
export function serveWorkerRequests<Order, Answer>(
	handle: (order: Order, signal: AbortSignal) => Answer | Promise<Answer>,
	{ transfer = () => [], sent = () => {} }: Options<Answer> = {},
): void {
	const handling = new Map<number, AbortController>();

	function reply(message: WorkerReply<Answer>, handedOver: ArrayBuffer[] = [], done = () => {}): void {
		if (parentPort) parentPort.postMessage(message, handedOver);
		else if (process.connected) process.send?.(message, done);
	}

	(parentPort ?? process).on("message", async (message: WorkerMessage<Order>) => {
		const { id } = message;
		if ("isAborted" in message) return handling.get(id)?.abort();
		const aborted = new AbortController();
		handling.set(id, aborted);
		try {
			const answer = await handle(message.order, aborted.signal);
			reply({ id, answer }, transfer(answer), () => sent(answer));
		} catch (error) {
			const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
			if (!aborted.signal.aborted) reply({ id, problem });
		} finally {
			handling.delete(id);
		}
	});
	reply("ready");
}
