import type { Request, RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { SignedInUser } from "./auth.service.ts";
import type { StillSignedIn } from "./still-signed-in.ts";

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
