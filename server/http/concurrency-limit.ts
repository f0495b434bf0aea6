import type { RequestHandler } from "express";
import { createSemaphore, type Semaphore } from "#server/work/semaphore.ts";

/**
 * Limits how many requests of one account this process answers at once. Its other requests wait, without a database
 * connection. Visitors have no limit. A request whose client disconnects while it waits is never started.
 */
export function concurrencyLimit(permits: number): RequestHandler {
	/** Accounts with open requests only. */
	const accounts = new Map<string, { semaphore: Semaphore; open: number }>();

	return (req, res, next) => {
		if (!req.user || res.closed) return next();
		const { id } = req.user;
		const account = accounts.get(id) ?? {
			semaphore: createSemaphore({ permits, maxWaiting: Number.POSITIVE_INFINITY }),
			open: 0,
		};
		accounts.set(id, account);
		account.open += 1;
		const gone = new AbortController();
		let release = () => {};
		res.once("close", () => {
			gone.abort();
			release();
			account.open -= 1;
			if (account.open === 0) accounts.delete(id);
		});
		account.semaphore.acquire(gone.signal).then(
			(acquired) => {
				release = acquired;
				if (res.closed) release();
				else next();
			},
			() => {
				// The client has disconnected.
			},
		);
	};
}
