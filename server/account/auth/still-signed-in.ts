import type { Request, RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import type { SignedInUser } from "./auth.service.ts";

/** While an answer is being sent, its reader is looked up again this often, in milliseconds. */
const AGAIN_MS = 10_000;

export type StillSignedIn = ReturnType<typeof createStillSignedIn>;
type Options = {
	/** The users behind those of these sessions that have not ended, by session. */
	ownersOf: (sids: string[]) => Promise<Map<string, SignedInUser>>;
	now: () => Date;
};

/**
 * A request's session and user are looked up when it begins. A request that takes long has them looked up again, so that it
 * does not outlive them (P471).
 */
export function createStillSignedIn({ ownersOf, now }: Options) {
	/** Requests that were looked up before their bodies were there. */
	const early = new WeakSet<Request>();

	/** Looks up a signed-in request once more. @throws AppError "unauthenticated" */
	async function lookUpAgain(req: Request): Promise<void> {
		const owner = (await ownersOf([req.sessionID])).get(req.sessionID);
		if (!owner || owner.id !== req.user?.id) throw new AppError("unauthenticated", "Unauthorized");
		req.user = owner;
	}

	/** It must come right after the look-up of the session. */
	const noteBody: RequestHandler = (req, _res, next) => {
		if (req.user && !req.complete) early.add(req);
		next();
	};

	/** It must come after what has read a body, which may have taken minutes to arrive. */
	const afterBody: RequestHandler = async (req, _res, next) => {
		if (early.has(req)) {
			await lookUpAgain(req);
			delete req.subscription;
		}
		next();
	};

	/** The parts of an answer, which end in an error once their reader's session has ended. */
	async function* whileSignedIn<T>(req: Request, parts: AsyncIterable<T>): AsyncGenerator<T> {
		let lookedUpAt = now().getTime();
		for await (const part of parts) {
			const at = now().getTime();
			if (at - lookedUpAt >= AGAIN_MS) {
				await lookUpAgain(req);
				lookedUpAt = at;
			}
			yield part;
		}
	}

	return { lookUpAgain, noteBody, afterBody, whileSignedIn };
}
