import type { RequestHandler, Response } from "express";

/** Keeps the answer out of all caches, in browsers and on the way. */
export const forThisCallerAlone: RequestHandler = (_req, res, next) => {
	keepOut(res);
	next();
};

/** As `forThisCallerAlone`, for an answer about to be sent. */
export function keepOut(res: Response): void {
	res.set("Cache-Control", "private, no-store");
}
