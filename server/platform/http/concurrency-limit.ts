import type { Request, RequestHandler } from "express";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";

/** Looks up once more whose a request is. @throws AppError "unauthenticated" */
export type LookUpAgain = (req: Request) => Promise<void>;

/**
 * Limits how many requests of one account this process answers at once. Its other requests wait, without a database
 * connection, and are then looked up again, as it may have been long (P471). Visitors have no limit. A request whose client
 * disconnects while it waits is never started.
 */
export function concurrencyLimit(permits: number, lookUpAgain: LookUpAgain): RequestHandler {
	const semaphore = createFairSemaphore({ permits: Number.POSITIVE_INFINITY, perAccount: permits });
	/** Requests that are open, by account. */
	const open = new Map<string, number>();

	return (req, res, next) => {
		if (!req.user || res.closed) return next();
		const { id } = req.user;
		const before = open.get(id) ?? 0;
		open.set(id, before + 1);
		const gone = new AbortController();
		let release = () => {};
		res.once("close", () => {
			gone.abort();
			release();
			const left = (open.get(id) ?? 1) - 1;
			if (left > 0) open.set(id, left);
			else open.delete(id);
		});
		semaphore
			.acquire(id, gone.signal)
			.then(async (acquired) => {
				release = acquired;
				if (res.closed) return release();
				if (before >= permits) await lookUpAgain(req);
				next();
			})
			// Of a client that has disconnected nothing is begun.
			.catch((error: unknown) => void (gone.signal.aborted || next(error)));
	};
}
