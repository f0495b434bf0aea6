import { type Request, type Response, Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { addressToRead } from "#shared/links/prefill.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Prefills } from "./prefill.service.ts";

type Options = { prefill: Prefills; guards: Pick<Guards, "requireAuthor"> };

/** Prefills the link form from a page, for anyone who may create links. */
export function prefillRouter({ prefill, guards: { requireAuthor } }: Options): Router {
	const router = Router();
	router.post(API.links.prefill, ...requireAuthor, answered(prefill.read));
	router.post(API.links.picture, ...requireAuthor, answered(prefill.copyImage));
	return router;
}

function answered<T>(work: (asked: { url: URL; userId: string; signal: AbortSignal }) => Promise<T>) {
	return async (req: Request, res: Response) => {
		const { url } = parseBody(addressToRead, req);
		const gone = new AbortController();
		res.once("close", () => gone.abort());
		try {
			res.json(await work({ url: new URL(url), userId: userOf(req).id, signal: gone.signal }));
		} catch (error) {
			// The client has disconnected; this is no error.
			if (!gone.signal.aborted) throw error;
		}
	};
}
