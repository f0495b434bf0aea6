import type { Request, RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { SignedInUser } from "./auth.service.ts";

declare global {
	namespace Express {
		interface User extends SignedInUser {}
		interface Request {
			/** Set by `requireSubscription`, and by `requireUserOfAnyPlan` if there is one. */
			subscription?: Subscription | undefined;
		}
	}
}

export type Guards = ReturnType<typeof createGuards>;
type Options = {
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	stillSignedIn: StillSignedIn;
};

/** Access guards; each includes the ones before it. */
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
		requireEnabled: isEnabled,
		requireUserOfAnyPlan: readSubscription,
		requireConsent,
		requireSubscription: [requireConsent, hasSubscription],
		requireAuthor,
		/** `requireAuthor` again, after a body that may have taken minutes to arrive (P471). */
		stillAuthor: [afterBody, ...requireAuthor],
		afterBody,
		whileSignedIn,
	};
}

/** @throws AppError `unauthenticated` if signed out */
export function userOf(req: Request): SignedInUser {
	if (!req.user) throw new AppError("unauthenticated", "Unauthorized");
	return req.user;
}

/** The subscription of a request that passed `requireSubscription`. */
export function subscriptionOf(req: Request): Subscription {
	if (!req.subscription) throw new Error("requireSubscription must stand before this handler");
	return req.subscription;
}

/** How often an answer's reader is looked up again while it is sent, in milliseconds. */
const AGAIN_MS = 10_000;

export type StillSignedIn = ReturnType<typeof createStillSignedIn>;
type LookUp = {
	ownersOf: (sids: string[]) => Promise<Map<string, SignedInUser>>;
	now: () => Date;
};

/** Repeats a long request's look-up of session and user, so that it doesn't outlive them (P471). */
export function createStillSignedIn({ ownersOf, now }: LookUp) {
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
