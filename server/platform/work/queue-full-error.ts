/** Thrown by queues and semaphores that have too many waiters. */
export class QueueFullError extends Error {
	/** Whether the account's own waiters are too many. */
	readonly isOwn: boolean;

	constructor({ isOwn }: { isOwn: boolean }) {
		super("The queue is full");
		this.isOwn = isOwn;
	}
}
