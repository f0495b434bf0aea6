import { EventEmitter, once } from "node:events";
import type { WorkerMessage, WorkerReply } from "#server/platform/work/worker-client.ts";

/** A fake thread or process: it is ready at once, and answers when a test says so. */
export class StandInWorker extends EventEmitter {
	readonly orders: unknown[] = [];
	readonly aborted: number[] = [];
	terminated = 0;
	/** Processing time that it has used, in milliseconds, and what it uses from one look at it to the next. */
	used = 0;
	uses = 0;
	#last = 0;

	constructor({ isReady = true } = {}) {
		super();
		if (isReady) setImmediate(() => this.reply("ready"));
	}

	/** Called by the client. */
	postMessage(message: unknown): void {
		const { id, ...rest } = message as WorkerMessage<unknown>;
		if ("isAborted" in rest) {
			this.aborted.push(id);
			return;
		}
		this.#last = id;
		this.orders.push(rest.order);
		this.emit("order", rest.order);
	}

	/** Called by the client. */
	async terminate(): Promise<number> {
		this.terminated += 1;
		return 0;
	}

	/** Called by the client. */
	usedMs(): number {
		const used = this.used;
		this.used += this.uses;
		return used;
	}

	/** When the next order has come. */
	async nextOrder(): Promise<void> {
		await once(this, "order");
	}

	/** Answers the latest order, or this one. */
	answer(answer: unknown, id = this.#last): void {
		this.reply({ id, answer });
	}

	/** Says that the latest order broke it. */
	problem(problem: string): void {
		this.reply({ id: this.#last, problem });
	}

	reply(reply: WorkerReply<unknown>): void {
		this.emit("message", reply);
	}
}
