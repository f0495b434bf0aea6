import type { Request, RequestHandler } from "express";
import { createSemaphore, type Semaphore } from "#server/work/semaphore.ts";

/** Looks up once more whose a request is. @throws AppError "unauthenticated" */
export type LookUpAgain = (req: Request) => Promise<void>;

/**
 * Limits how many requests of one account this process answers at once. Its other requests wait, without a database
 * connection, and are then looked up again, as it may have been long (P471). Visitors have no limit. A request whose client
 * disconnects while it waits is never started.
 */
export function concurrencyLimit(permits: number, lookUpAgain: LookUpAgain): RequestHandler {
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
		const mustWait = account.open > permits;
		const gone = new AbortController();
		let release = () => {};
		res.once("close", () => {
			gone.abort();
			release();
			account.open -= 1;
			if (account.open === 0) accounts.delete(id);
		});
		account.semaphore
			.acquire(gone.signal)
			.then(async (acquired) => {
				release = acquired;
				if (res.closed) return release();
				if (mustWait) await lookUpAgain(req);
				next();
			})
			// Of a client that has disconnected nothing is begun.
			.catch((error: unknown) => void (gone.signal.aborted || next(error)));
	};
}
