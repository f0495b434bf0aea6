import { type Request, type RequestHandler, type Response, Router } from "express";
import { Passport, type PassportStatic } from "passport";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { isUnreachable } from "#server/db/unreachable.ts";
import { AppError } from "#server/http/app-error.ts";
import { isFromElsewhere } from "#server/http/request-guard.ts";
import { afterOwnTime } from "#server/work/own-time.ts";
import { API } from "#shared/api-paths.ts";
import type { AuthErrorKind } from "#shared/auth/current-user.ts";
import type { Auth } from "./auth.service.ts";
import { createGoogleStrategy } from "./google-strategy.ts";
import type { Guards } from "./guards.ts";
import { userOf } from "./guards.ts";
import { presentUser } from "./present-user.ts";
import { safeReturnTo } from "./return-to.ts";
import { boundSignIn, sessionCookieAttributes, sessionCookieName } from "./sessions.ts";

/** Where a person lands after sign-in when no other page was asked for. */
const DEFAULT_RETURN = "/admin";

type Options = {
	config: Config;
	auth: Auth;
	guards: Guards;
	passport: PassportStatic;
	/** How long a sign-in waits for Google, in milliseconds. */
	googleMs: number;
	/** Counts the sign-in that a response ends. */
	watch: (res: Response) => void;
	log: Logger;
};

/** Our own instance of passport: nothing global. */
export function createPassport({ config, auth }: { config: Config; auth: Auth }): PassportStatic {
	const passport = new Passport() as PassportStatic;
	passport.use(createGoogleStrategy({ config, auth }));
	passport.serializeUser((user, done) => done(null, user.id));
	passport.deserializeUser((id: string, done) => {
		auth.findById(id).then((user) => done(null, user ?? false), done);
	});
	return passport;
}

/** Sign-in, sign-out and who is signed in (P29 to P37). */
export function authRouter({ config, guards, passport, googleMs, watch, log }: Options): Router {
	const router = Router();

	router.get(API.auth.user, guards.requireUser, (req, res) => {
		res.json(presentUser(userOf(req)));
	});

	router.get(API.auth.google, (req, res, next) => {
		if (req.query.error !== undefined) return failSignIn(res, deniedOrBroken(req));
		// The strategy would take this for the end of a sign-in.
		if (req.query.code !== undefined || req.body?.code !== undefined) return failSignIn(res, "state");
		boundSignIn(req);
		const returnTo = safeReturnTo(req.query.returnTo, config.http.publicOrigin);
		if (returnTo) req.session.returnTo = returnTo;
		else delete req.session.returnTo;
		const { login_hint: loginHint } = req.query;
		const options = typeof loginHint === "string" ? { loginHint } : {};
		passport.authenticate("google", options)(req, res, next);
	});

	router.get(API.auth.googleCallback, (req, res, next) => {
		watch(res);
		finishSignIn({ passport, googleMs, log, req, res }).catch(next);
	});

	router.get(API.auth.logout, signOut(config));

	return router;
}

type SignIn = { passport: PassportStatic; googleMs: number; log: Logger; req: Request; res: Response };

async function finishSignIn({ passport, googleMs, log, req, res }: SignIn): Promise<void> {
	if (req.query.error !== undefined) return failSignIn(res, deniedOrBroken(req));
	if (typeof req.query.code !== "string" || req.query.code === "") return failSignIn(res, "state");

	const outcome = await askGoogle({ passport, googleMs, req, res });
	if ("error" in outcome) {
		const { error, isOurs } = outcome;
		if (isOurs && (error instanceof AppError || isUnreachable(error))) throw error;
		log.warn({ err: error }, "sign-in with Google failed");
		return failSignIn(res, "google");
	}
	if ("refused" in outcome) return failSignIn(res, outcome.refused);

	const returnTo = req.session.returnTo ?? DEFAULT_RETURN;
	// Gives the session a new id and drops what the visitor's one held.
	await new Promise<void>((resolve, reject) => req.logIn(outcome.user, (error) => (error ? reject(error) : resolve())));
	res.redirect(returnTo);
}

/** What Google says in `error`: https://developers.google.com/identity/protocols/oauth2/web-server#handlingresponse */
function deniedOrBroken(req: Request): AuthErrorKind {
	return req.query.error === "access_denied" ? "denied" : "google";
}

type Outcome = { user: Express.User } | { refused: AuthErrorKind } | { error: unknown; isOurs: boolean };

function askGoogle({ passport, googleMs, req, res }: Omit<SignIn, "log">): Promise<Outcome> {
	return new Promise((resolve) => {
		const cancel = afterOwnTime(googleMs, (isOurs) => {
			const late = new Error("Google did not answer in time");
			resolve({ error: isOurs ? lateOurselves(late) : late, isOurs });
		});
		const settle = (outcome: Outcome) => {
			cancel();
			resolve(outcome);
		};
		const done = (error: unknown, user?: Express.User | false, info?: { message?: string }) => {
			if (error) return settle({ error, isOurs: isDatabaseError(error) });
			if (user) return settle({ user });
			const isRefused = info?.message === "unverified" || info?.message === "email_taken";
			settle({ refused: isRefused ? (info.message as AuthErrorKind) : "state" });
		};
		passport.authenticate("google", done)(req, res, done);
	});
}

function lateOurselves(cause: Error): AppError {
	return new AppError("unavailable", "The service is briefly unavailable. Please try again.", {
		cause,
		retryAfterSeconds: 5,
	});
}

/** A failed query arrives wrapped by Drizzle; a failed call to Google by passport. */
function isDatabaseError(error: unknown): boolean {
	return error instanceof Error && (error.name === "DrizzleQueryError" || "query" in error);
}

function failSignIn(res: Response, kind: AuthErrorKind): void {
	res.redirect(`/?auth_error=${kind}`);
}

function signOut(config: Config): RequestHandler {
	return (req, res, next) => {
		// Another site's image or link must not be able to sign someone out, nor a look at where the link leads.
		if (isFromElsewhere(req, [config.http.publicOrigin]) || req.method === "HEAD") return res.redirect("/");
		req.session.destroy((error) => {
			if (error)
				return next(new AppError("unavailable", "Signing out did not work. Please try again.", { cause: error }));
			res.clearCookie(sessionCookieName(config), sessionCookieAttributes(config));
			res.redirect("/");
		});
	};
}
