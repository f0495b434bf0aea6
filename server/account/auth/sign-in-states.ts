import { randomBytes } from "node:crypto";
import type { Request } from "express";
import { createKeyedQueue } from "#server/platform/work/keyed-queue.ts";

/** How long a browser may stay at Google's page. */
const SIGN_IN_MS = 10 * 60 * 1000;
/** Tabs of one browser that can be at Google's page at once. */
const STATES_MAX = 10;
/** A session's row has 8192 characters, and holds the cookie's attributes and the user, too. */
const STATES_LENGTH_MAX = 7_000;

/** A sign-in under way in one tab. */
type SignInState = {
	/** OAuth's `state`: only the browser that was given it can finish the sign-in. */
	handle: string;
	/** PKCE's verifier. */
	verifier: string;
	startedAt: number;
	/** The screen to go to afterwards. */
	returnTo?: string;
};

declare module "express-session" {
	interface SessionData {
		/** Sign-ins under way, the oldest first. */
		signIns?: SignInState[];
	}
}

type Started = (error: unknown, handle?: string) => void;
type Verified = (error: Error | null, verifier: string | false, info?: { message: string }) => void;

export type SignInStates = ReturnType<typeof createSignInStates>;

/** The sign-ins of a session (P510), in the form in which `passport-oauth2` wants its state store. */
export function createSignInStates({ now }: { now: () => Date }) {
	const queue = createKeyedQueue();
	const isFresh = ({ startedAt }: SignInState) => now().getTime() - startedAt < SIGN_IN_MS;

	/** The sign-in that a callback ends; undefined unless this session began it within ten minutes and hasn't ended it. */
	function find({ session, query }: Request): SignInState | undefined {
		return session.signIns?.find((signIn) => signIn.handle === query.state && isFresh(signIn));
	}

	return {
		find,

		// The package passes as many arguments as a store's function declares.
		store(req: Request, verifier: string, { returnTo }: { returnTo?: string }, _meta: unknown, done: Started): void {
			const handle = randomBytes(18).toString("base64url");
			const started = { handle, verifier, startedAt: now().getTime(), ...(returnTo !== undefined && { returnTo }) };
			change(req, (known) => {
				const signIns = [...known.filter(isFresh), started].slice(-STATES_MAX);
				while (JSON.stringify(signIns).length > STATES_LENGTH_MAX) signIns.shift();
				return signIns;
			}).then(() => done(null, handle), done);
		},

		verify(req: Request, _handle: unknown, _meta: unknown, done: Verified): void {
			const known = find(req);
			if (known) done(null, known.verifier);
			else done(null, false, { message: "This browser began no such sign-in" });
		},

		/** Each state can be used once, whatever came of it. */
		drop(req: Request, handle: string): Promise<void> {
			return change(req, (known) => known.filter((signIn) => signIn.handle !== handle));
		},
	};

	/** Other tabs may have begun or ended sign-ins since the session was read: one change of a session after the other. */
	function change(req: Request, change: (known: SignInState[]) => SignInState[]): Promise<void> {
		return queue.run(req.sessionID, async () => {
			// If the session has ended, what was read stays.
			await new Promise<void>((resolve) => req.session.reload(() => resolve()));
			const signIns = change(req.session.signIns ?? []);
			if (signIns.length > 0) req.session.signIns = signIns;
			else delete req.session.signIns;
			// Signing in gives a visitor another session, and else this one ends soon.
			if (!req.user) req.session.cookie.maxAge = SIGN_IN_MS;
			await saveSession(req);
		});
	}
}

/** Writes a session at once: at the end of the request, its answer may arrive first, and the next request with it. */
export function saveSession({ session }: Request): Promise<void> {
	return new Promise((resolve, reject) => session.save((error) => (error ? reject(error) : resolve())));
}
