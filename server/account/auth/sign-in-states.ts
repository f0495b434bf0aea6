import { randomBytes } from "node:crypto";
import type { Request } from "express";
import { createKeyedQueue } from "#server/platform/work/keyed-queue.ts";

const SIGN_IN_MS = 10 * 60 * 1000;
const STATES_MAX = 10;
/** A session's row has 8192 characters, including the cookie's attributes and the user. */
const STATES_LENGTH_MAX = 7_000;

type SignInState = {
	/** OAuth's `state`: only the browser that received it can finish the sign-in. */
	handle: string;
	verifier: string;
	startedAt: number;
	returnTo?: string;
};

declare module "express-session" {
	interface SessionData {
		signIns?: SignInState[];
	}
}

type Started = (error: unknown, handle?: string) => void;
type Verified = (error: Error | null, verifier: string | false, info?: { message: string }) => void;

export type SignInStates = ReturnType<typeof createSignInStates>;

/** A session's sign-ins (P510), as a state store for `passport-oauth2`. */
export function createSignInStates({ now }: { now: () => Date }) {
	const queue = createKeyedQueue();
	const isFresh = ({ startedAt }: SignInState) => now().getTime() - startedAt < SIGN_IN_MS;

	/** The sign-in that a callback ends; undefined unless this session began it within ten minutes. */
	function find({ session, query }: Request): SignInState | undefined {
		return session.signIns?.find((signIn) => signIn.handle === query.state && isFresh(signIn));
	}

	return {
		find,

		// The package passes as many arguments as the function declares.
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

		/** Each state can be used once, whatever the result. */
		drop(req: Request, handle: string): Promise<void> {
			return change(req, (known) => known.filter((signIn) => signIn.handle !== handle));
		},
	};

	/** Serialized, and on the latest session: other tabs may have changed it. */
	function change(req: Request, change: (known: SignInState[]) => SignInState[]): Promise<void> {
		return queue.run(req.sessionID, async () => {
			// If the session has ended, keep what was read.
			await new Promise<void>((resolve) => req.session.reload(() => resolve()));
			const signIns = change(req.session.signIns ?? []);
			if (signIns.length > 0) req.session.signIns = signIns;
			else delete req.session.signIns;
			// Signing in regenerates the session; otherwise this one ends soon.
			if (!req.user) req.session.cookie.maxAge = SIGN_IN_MS;
			await saveSession(req);
		});
	}
}

/** Saves now: at the request's end, the response could arrive first, and the next request with it. */
export function saveSession({ session }: Request): Promise<void> {
	return new Promise((resolve, reject) => session.save((error) => (error ? reject(error) : resolve())));
}
