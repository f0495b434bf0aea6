import type { RequestHandler, Router } from "express";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { authRouter, createPassport, type PageInsteadOfGoogle } from "./auth.routes.ts";
import { type Auth, createAuth, type People } from "./auth.service.ts";
import { createGuards, createStillSignedIn, type Guards, type StillSignedIn } from "./guards.ts";
import { createSessions, sessionCookieName } from "./sessions.ts";
import { createSignInMetrics } from "./sign-in-metrics.ts";
import { createSignInStates } from "./sign-in-states.ts";

type Options = {
	config: Config;
	db: Db;
	pool: pg.Pool;
	sessionSecret: string;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	people: People;
	pageInsteadOfGoogle: PageInsteadOfGoogle;
	isImpersonating: (userSlug: string) => boolean;
	emailIsNew: () => void;
	deadlines: Pick<Deadlines, "google">;
	now: () => Date;
	log: Logger;
};

export type SignIn = {
	guards: Guards;
	signIn: Auth["signIn"];
	ownersOf: Auth["ownersOf"];
	findUser: Auth["findById"];
	lookUpAgain: StillSignedIn["lookUpAgain"];
	middleware: RequestHandler[];
	router: Router;
	cookie: string;
	metrics: PartRegistry[];
	close: () => void;
};

/** Wires sign-in: sessions, access guards, and Google. */
export function createSignIn(options: Options): SignIn {
	const { config, pool, sessionSecret, activeSubscription, pageInsteadOfGoogle, deadlines, now, log } = options;
	const auth = createAuth(options);
	const { ownersOf } = auth;
	const stillSignedIn = createStillSignedIn({ ownersOf, now });
	const guards = createGuards({ activeSubscription, stillSignedIn });
	const states = createSignInStates({ now });
	const passport = createPassport({ config, auth, states });
	const { metrics, watch } = createSignInMetrics();
	const sessions = createSessions({ config, pool, secret: sessionSecret, log });
	return {
		guards,
		signIn: auth.signIn,
		ownersOf,
		findUser: auth.findById,
		lookUpAgain: stillSignedIn.lookUpAgain,
		middleware: [sessions.middleware, passport.initialize(), passport.session(), stillSignedIn.noteBody],
		router: authRouter({
			config,
			auth,
			guards,
			passport,
			states,
			pageInsteadOfGoogle,
			googleMs: deadlines.google,
			watch,
			log,
		}),
		cookie: sessionCookieName(config),
		metrics: [metrics],
		close: sessions.close,
	};
}
