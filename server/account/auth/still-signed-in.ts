import type { Request, RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import type { SignedInUser } from "./auth.service.ts";

/** How often an answer's reader is looked up again while it is sent, in milliseconds. */
const AGAIN_MS = 10_000;

export type StillSignedIn = ReturnType<typeof createStillSignedIn>;
type Options = {
	ownersOf: (sids: string[]) => Promise<Map<string, SignedInUser>>;
	now: () => Date;
};

/** Repeats a long request's look-up of session and user, so that it doesn't outlive them (P471). */
export function createStillSignedIn({ ownersOf, now }: Options) {
	const early = new WeakSet<Request>();

	/** Repeats a signed-in request's look-up. @throws AppError "unauthenticated" */
	async function lookUpAgain(req: Request): Promise<void> {
		const owner = (await ownersOf([req.sessionID])).get(req.sessionID);
		if (!owner || owner.id !== req.user?.id) throw new AppError("unauthenticated", "Unauthorized");
		req.user = owner;
	}

	/** Must directly follow the session look-up. */
	const noteBody: RequestHandler = (req, _res, next) => {
		if (req.user && !req.complete) early.add(req);
		next();
	};

	/** Must follow the body parser, because a body may take minutes to arrive. */
	const afterBody: RequestHandler = async (req, _res, next) => {
		if (early.has(req)) {
			await lookUpAgain(req);
			delete req.subscription;
		}
		next();
	};

	/** Passes on an answer's parts until its reader's session ends, then throws. */
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
