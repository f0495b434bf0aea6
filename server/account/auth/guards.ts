import type { Request, RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { SignedInUser } from "./auth.service.ts";

declare global {
	namespace Express {
		interface User extends SignedInUser {}
		interface Request {
			/** Set by `requireSubscription`, and by `requireUserOfAnyPlan` where there is one. */
			subscription?: Subscription | undefined;
		}
	}
}

export type Guards = ReturnType<typeof createGuards>;
type Options = {
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	stillSignedIn: StillSignedIn;
};

/** Who may call; each guard includes the ones before it. */
export function createGuards({ activeSubscription, stillSignedIn }: Options) {
	const requireUser: RequestHandler = (req, _res, next) => {
		userOf(req);
		next();
	};

	const requireConsent: RequestHandler = (req, _res, next) => {
		if (!userOf(req).hasConsent) throw new AppError("onboarding_required", "Onboarding required");
		next();
	};

	const isEnabled: RequestHandler = (req, _res, next) => {
		if (userOf(req).disabledAt)
			throw new AppError("account_disabled", "Your account has been disabled. Please contact us.");
		next();
	};

	const readSubscription: RequestHandler = async (req, _res, next) => {
		req.subscription = (await activeSubscription(userOf(req).id)) ?? undefined;
		next();
	};

	const hasSubscription: RequestHandler = async (req, _res, next) => {
		if (req.subscription) return next();
		const subscription = await activeSubscription(userOf(req).id);
		if (!subscription) {
			throw new AppError("subscription_required", "You need an active subscription to access this feature");
		}
		req.subscription = subscription;
		next();
	};

	const requireAuthor = [requireConsent, isEnabled, hasSubscription];
	const { afterBody, whileSignedIn } = stillSignedIn;

	return {
		requireUser,
		/** A signed-in user whom no operator has disabled. */
		requireEnabled: isEnabled,
		/** Any signed-in user; the request carries the subscription, if there is one. */
		requireUserOfAnyPlan: readSubscription,
		requireConsent,
		requireSubscription: [requireConsent, hasSubscription],
		/** Who may make links: a subscriber whom no operator has disabled. */
		requireAuthor,
		/** `requireAuthor` once more, after a body that may have taken minutes to arrive (P471). */
		stillAuthor: [afterBody, ...requireAuthor],
		afterBody,
		whileSignedIn,
	};
}

/** @throws AppError `unauthenticated` for a visitor. */
export function userOf(req: Request): SignedInUser {
	if (!req.user) throw new AppError("unauthenticated", "Unauthorized");
	return req.user;
}

/** The valid subscription of a request that passed `requireSubscription`. */
export function subscriptionOf(req: Request): Subscription {
	if (!req.subscription) throw new Error("requireSubscription must stand before this handler");
	return req.subscription;
}

/** While an answer is being sent, its reader is looked up again this often, in milliseconds. */
const AGAIN_MS = 10_000;

export type StillSignedIn = ReturnType<typeof createStillSignedIn>;
type LookUp = {
	/** The users behind those of these sessions that have not ended, by session. */
	ownersOf: (sids: string[]) => Promise<Map<string, SignedInUser>>;
	now: () => Date;
};

/**
 * A request's session and user are looked up when it begins. A request that takes long has them looked up again, so that it
 * does not outlive them (P471).
 */
export function createStillSignedIn({ ownersOf, now }: LookUp) {
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
