import { type Profile, Strategy, type StrategyOptions } from "passport-google-oauth20";
import { z } from "zod";
import type { Config } from "#server/platform/config/config.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Auth, GoogleIdentity, SignInResult } from "./auth.service.ts";
import type { SignInStates } from "./sign-in-states.ts";

/** Google's answer: https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
const userinfo = z.object({
	sub: z.string().min(1).max(255),
	email: z.email().max(320),
	email_verified: z.boolean().default(false),
	given_name: z.string().max(255).optional(),
	family_name: z.string().max(255).optional(),
	picture: z
		.url({ protocol: /^https?$/ })
		.max(2048)
		.optional()
		.catch(undefined),
});

type Options = { config: Config; auth: Auth; states: SignInStates };

/** Google sign-in with state and PKCE in the session; the same code for Google and the sandbox. */
export function createGoogleStrategy({ config, auth, states }: Options): Strategy {
	const { google, http } = config;
	const strategy = new Strategy(
		{
			clientID: google.clientId,
			clientSecret: google.clientSecret,
			authorizationURL: google.authorizationURL,
			tokenURL: google.tokenURL,
			userProfileURL: google.userProfileURL,
			callbackURL: `${http.publicOrigin}${API.auth.googleCallback}`,
			scope: ["openid", "email", "profile"],
			// The types lack a store that keeps PKCE's verifier.
			store: states as object as NonNullable<StrategyOptions["store"]>,
			pkce: true,
		},
		(_accessToken, _refreshToken, profile, done) => {
			signIn(profile, auth).then(
				(result) => {
					// Each request reads the consent again; here only the id matters.
					if ("user" in result) done(null, { ...result.user, hasConsent: false });
					else done(null, false, { message: result.refused });
				},
				(error: unknown) => done(error),
			);
		},
	);
	return refuseOddAnswers(strategy);
}

type Answered = (error: unknown, text?: string | Buffer, ...rest: unknown[]) => void;
type Requests = { _request: (...call: [...unknown[], Answered]) => void };

/** The strategy parses answers in callbacks whose exceptions can't be caught: refuse those that aren't JSON objects. */
function refuseOddAnswers(strategy: Strategy): Strategy {
	const { _oauth2: requests } = strategy as unknown as { _oauth2: Requests };
	const request = requests._request.bind(requests);
	requests._request = (...call) => {
		const answered = call.pop() as Answered;
		request(...call, (error, text, ...rest) => {
			try {
				if (error || isJsonObject(String(text))) answered(error, text, ...rest);
				else answered(new Error("Google's answer could not be read"));
			} catch (cause) {
				answered(new Error("Google's answer could not be read", { cause }));
			}
		});
	};
	return strategy;
}

function isJsonObject(text: string): boolean {
	try {
		return z.looseObject({}).safeParse(JSON.parse(text)).success;
	} catch {
		return false;
	}
}

async function signIn(profile: Profile, auth: Auth): Promise<SignInResult> {
	return auth.signIn(toIdentity(profile));
}

/** From the raw answer: the strategy's profile sometimes drops `email_verified`. */
function toIdentity(profile: Profile): GoogleIdentity {
	const claims = userinfo.parse(profile._json);
	return {
		sub: claims.sub,
		email: claims.email,
		emailVerified: claims.email_verified,
		firstName: claims.given_name ?? null,
		lastName: claims.family_name ?? null,
		profileImageUrl: claims.picture ?? null,
	};
}
