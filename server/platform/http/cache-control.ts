import type { RequestHandler, Response } from "express";

/** The answer holds for this caller and this moment: no cache keeps it, neither a browser's nor one on the way. */
export const forThisCallerAlone: RequestHandler = (_req, res, next) => {
	keepOut(res);
	next();
};

/** As `forThisCallerAlone`, for an answer that is about to be sent. */
export function keepOut(res: Response): void {
	res.set("Cache-Control", "private, no-store");
}
