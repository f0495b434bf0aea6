import { type Request, type RequestHandler, type Response, Router } from "express";
import { Passport, type PassportStatic } from "passport";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { isFromElsewhere } from "#server/platform/http/request-guard.ts";
import { afterOwnTime } from "#server/platform/work/own-time.ts";
import type { AuthErrorKind } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Auth } from "./auth.service.ts";
import { createGoogleStrategy } from "./google-strategy.ts";
import type { Guards } from "./guards.ts";
import { userOf } from "./guards.ts";
import { presentUser } from "./present-user.ts";
import { safeReturnTo } from "./return-to.ts";
import { sessionCookieAttributes, sessionCookieName } from "./sessions.ts";
import { type SignInStates, saveSession } from "./sign-in-states.ts";

const DEFAULT_RETURN = "/admin";

/** The page for browsers in which Google refuses sign-in; null for others. */
export type PageInsteadOfGoogle = (asked: {
	userAgent: string;
	address: string;
	anyway: string;
}) => { html: string; csp: string } | null;

type Options = {
	config: Config;
	auth: Auth;
	guards: Guards;
	passport: PassportStatic;
	states: SignInStates;
	pageInsteadOfGoogle: PageInsteadOfGoogle;
	googleMs: number;
	watch: (res: Response) => void;
	log: Logger;
};

/** A separate instance, because passport's default one is global. */
export function createPassport({ config, auth, states }: Pick<Options, "config" | "auth" | "states">): PassportStatic {
	const passport = new Passport() as PassportStatic;
	passport.use(createGoogleStrategy({ config, auth, states }));
	passport.serializeUser((user, done) => done(null, user.id));
	passport.deserializeUser((id: string, done) => {
		auth.findById(id).then((user) => done(null, user ?? false), done);
	});
	return passport;
}

/** Sign-in, sign-out and the current user (P29 to P37). */
export function authRouter({
	config,
	auth,
	guards,
	passport,
	states,
	pageInsteadOfGoogle,
	googleMs,
	watch,
	log,
}: Options): Router {
	const router = Router();
	const { publicOrigin } = config.http;

	router.get(API.auth.user, guards.requireUser, async (req, res) => {
		const user = userOf(req);
		res.json(presentUser(user, { closedLinks: await auth.countClosedLinks(user.id) }));
	});

	router.get(API.auth.google, (req, res, next) => {
		if (req.query.error !== undefined) return failSignIn(res, deniedOrBroken(req));
		// The strategy would treat this as a callback.
		if (req.query.code !== undefined || req.body?.code !== undefined) return failSignIn(res, "state");
		const returnTo = safeReturnTo(req.query.returnTo, publicOrigin);
		const page = req.query.anyway === undefined ? pageFor(req, returnTo) : null;
		if (page) return void res.set("Content-Security-Policy", page.csp).type("html").send(page.html);
		const { login_hint: loginHint } = req.query;
		// An object as `state` goes to the state store, not to Google.
		const options = { state: returnTo ? { returnTo } : {}, ...(typeof loginHint === "string" && { loginHint }) };
		passport.authenticate("google", options as object)(req, res, next);
	});

	router.get(API.auth.googleCallback, (req, res, next) => {
		watch(res);
		finishSignIn({ passport, states, googleMs, log, req, res }).catch(next);
	});

	router.get(API.auth.logout, signOut(config));

	function pageFor(req: Request, returnTo: string | null) {
		const path = (more: object) => {
			const query = new URLSearchParams({ ...(returnTo && { returnTo }), ...more });
			return query.size > 0 ? `${API.auth.google}?${query}` : API.auth.google;
		};
		const userAgent = req.get("User-Agent") ?? "";
		return pageInsteadOfGoogle({ userAgent, address: publicOrigin + path({}), anyway: path({ anyway: "1" }) });
	}

	return router;
}

type Callback = Pick<Options, "passport" | "states" | "googleMs" | "log"> & { req: Request; res: Response };

async function finishSignIn({ states, req, res, ...options }: Callback): Promise<void> {
	const started = states.find(req);
	const outcome = await outcomeOf({ ...options, req, res });
	if (started) await states.drop(req, started.handle);
	const target = started?.returnTo ?? DEFAULT_RETURN;
	if ("user" in outcome) {
		// In several tabs with one account only the first makes a session: its pending requests stay authorized.
		if (outcome.user.id !== req.user?.id) await logIn(req, outcome.user);
		return res.redirect(target);
	}
	// Another tab has signed in: Back, a reload or a late tab isn't a failure. A refused account is.
	const isAboutAccount = outcome.refused === "unverified" || outcome.refused === "email_taken";
	if (req.user && !isAboutAccount) return res.redirect(target);
	failSignIn(res, outcome.refused);
}

/** Regenerates the session; keeps only other tabs' sign-ins. */
async function logIn(req: Request, user: Express.User): Promise<void> {
	const { signIns } = req.session;
	await new Promise<void>((resolve, reject) => req.logIn(user, (error) => (error ? reject(error) : resolve())));
	if (!signIns) return;
	req.session.signIns = signIns;
	await saveSession(req);
}

type Outcome = { user: Express.User } | { refused: AuthErrorKind };

async function outcomeOf({ log, req, ...options }: Omit<Callback, "states">): Promise<Outcome> {
	if (req.query.error !== undefined) return { refused: deniedOrBroken(req) };
	if (typeof req.query.code !== "string" || req.query.code === "") return { refused: "state" };
	const answer = await askGoogle({ req, ...options });
	if (!("error" in answer)) return answer;
	const { error, isOurs } = answer;
	if (isOurs && (error instanceof AppError || isUnreachable(error))) throw error;
	log.warn({ err: error }, "sign-in with Google failed");
	return { refused: "google" };
}

/** Google's values of `error`: https://developers.google.com/identity/protocols/oauth2/web-server#handlingresponse */
function deniedOrBroken(req: Request): AuthErrorKind {
	return req.query.error === "access_denied" ? "denied" : "google";
}

type Answer = Outcome | { error: unknown; isOurs: boolean };

function askGoogle({ passport, googleMs, req, res }: Omit<Callback, "log" | "states">): Promise<Answer> {
	return new Promise((resolve) => {
		const cancel = afterOwnTime(googleMs, (isOurs) => {
			const late = new Error("Google did not answer in time");
			resolve({ error: isOurs ? lateOurselves(late) : late, isOurs });
		});
		const settle = (answer: Answer) => {
			cancel();
			resolve(answer);
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

/** Drizzle wraps failed queries, passport failed calls to Google. */
function isDatabaseError(error: unknown): boolean {
	return error instanceof Error && (error.name === "DrizzleQueryError" || "query" in error);
}

function failSignIn(res: Response, kind: AuthErrorKind): void {
	res.redirect(`/?auth_error=${kind}`);
}

function signOut(config: Config): RequestHandler {
	return (req, res, next) => {
		// Another site's image or link, or a HEAD request, must not sign anyone out.
		if (isFromElsewhere(req, [config.http.publicOrigin]) || req.method === "HEAD") return res.redirect("/");
		req.session.destroy((error) => {
			if (error)
				return next(new AppError("unavailable", "Signing out did not work. Please try again.", { cause: error }));
			res.clearCookie(sessionCookieName(config), sessionCookieAttributes(config));
			res.redirect("/");
		});
	};
}
