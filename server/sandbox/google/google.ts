import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import express, { type Response, Router } from "express";
import { LRUCache } from "lru-cache";
import { problemWith, texts } from "./authorization-request.ts";
import { type GooglePerson, isAccountAddress, personOf } from "./people.ts";
import { brokenRequestPage, signInPage } from "./sign-in-page.ts";

type Grant = { person: GooglePerson; redirectUri: string; clientId: string; challenge: string | undefined };

/** Anyone can request them, and a server may run for weeks: the least recently used is evicted. */
const MOST = { codes: 500, tokens: 500, changes: 100 };
/** As much as Node takes of an address with its headers; a form says no more. */
const LARGEST_FORM = "16kb";

export type GoogleControl = {
	/** Changes what Google says about the person of an address, `sub` included; `null` undoes it. */
	setPerson: (email: string, changes: Partial<GooglePerson> | null) => void;
};

/**
 * Stands in for Google's sign-in: `/sandbox/google/authorize`, `/token` and `/userinfo`.
 * Codes work once, are bound to the client and the redirect address, and check PKCE (S256 and plain).
 * Source: developers.google.com/identity/openid-connect/openid-connect, RFC 6749, RFC 7636.
 */
export function googleSandbox({ publicOrigin, most = MOST }: { publicOrigin: string; most?: typeof MOST }): {
	router: Router;
	control: GoogleControl;
} {
	const codes = new LRUCache<string, Grant>({ max: most.codes });
	const tokens = new LRUCache<string, GooglePerson>({ max: most.tokens });
	const changes = new LRUCache<string, Partial<GooglePerson>>({ max: most.changes });
	const person = (email: string): GooglePerson => {
		const plain = personOf(email, publicOrigin);
		return { ...plain, ...changes.get(plain.email) };
	};

	const answer = (res: Response, query: Record<string, string>, result: Record<string, string>) => {
		const target = new URL(query.redirect_uri ?? "");
		for (const [name, value] of Object.entries(result)) target.searchParams.set(name, value);
		if (query.state !== undefined) target.searchParams.set("state", query.state);
		res.redirect(302, target.href);
	};

	const signIn = (res: Response, query: Record<string, string>, someone: GooglePerson) => {
		const code = `4/${randomBytes(24).toString("base64url")}`;
		const challenge = query.code_challenge && `${query.code_challenge_method ?? "plain"}:${query.code_challenge}`;
		codes.set(code, {
			person: someone,
			redirectUri: query.redirect_uri ?? "",
			clientId: query.client_id ?? "",
			challenge: challenge || undefined,
		});
		answer(res, query, { code, scope: query.scope ?? "", authuser: "0", prompt: "none" });
	};

	const signInAs = (
		res: Response,
		query: Record<string, string>,
		email: string,
		change: Partial<GooglePerson> = {},
	) => {
		if (isAccountAddress(email.trim())) return signIn(res, query, { ...person(email), ...change });
		res.status(400).send(signInPage({ query, person, error: "Enter a valid email" }));
	};

	const router = Router();
	router.use("/sandbox/google", express.urlencoded({ extended: false, limit: LARGEST_FORM }), (_req, res, next) => {
		res.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
		next();
	});

	router.get("/sandbox/google/authorize", (req, res) => {
		const query = texts(req.query);
		const wrong = problemWith(req.query, publicOrigin);
		if (wrong) return void res.status(400).send(brokenRequestPage(wrong));
		const { login_hint: hint = "" } = query;
		if (!hint.includes("@")) return void res.send(signInPage({ query, person }));
		signInAs(res, query, hint);
	});

	router.post("/sandbox/google/authorize", (req, res) => {
		const { email = "", unverified, deny, ...query } = texts(req.body);
		const wrong = problemWith(req.body, publicOrigin);
		if (wrong) return void res.status(400).send(brokenRequestPage(wrong));
		if (deny) return void answer(res, query, { error: "access_denied" });
		signInAs(res, query, email, unverified ? { email_verified: false } : {});
	});

	router.post("/sandbox/google/token", (req, res) => {
		const body = texts(req.body);
		const refuse = (error: string, error_description: string, status = 400) =>
			void res.status(status).json({ error, error_description });
		if (body.grant_type !== "authorization_code") {
			return refuse("unsupported_grant_type", `Invalid grant_type: ${body.grant_type ?? ""}`);
		}
		if (!body.client_secret) return refuse("invalid_client", "Unauthorized", 401);
		const grant = codes.get(body.code ?? "");
		codes.delete(body.code ?? "");
		if (!grant) return refuse("invalid_grant", "Malformed auth code.");
		if (grant.clientId !== body.client_id) return refuse("unauthorized_client", "Unauthorized", 401);
		if (grant.redirectUri !== body.redirect_uri) return refuse("redirect_uri_mismatch", "Bad Request");
		if (!provesChallenge(grant.challenge, body.code_verifier)) {
			return refuse("invalid_grant", body.code_verifier ? "Invalid code verifier." : "Missing code verifier.");
		}
		const token = `ya29.${randomBytes(32).toString("base64url")}`;
		tokens.set(token, grant.person);
		res.json({ access_token: token, expires_in: 3599, scope: "openid email profile", token_type: "Bearer" });
	});

	router.get("/sandbox/google/userinfo", (req, res) => {
		const bearer = req.get("authorization")?.replace(/^Bearer /i, "");
		const someone = tokens.get(bearer ?? String(req.query.access_token ?? ""));
		if (someone) return void res.json(someone);
		res.status(401).json({ error: "invalid_request", error_description: "Invalid Credentials" });
	});

	router.get("/sandbox/google/pictures/:initials.svg", (req, res) => {
		const initials = [...req.params.initials.replace(/[^\p{L}]/gu, "")].slice(0, 2).join("");
		res
			.type("image/svg+xml")
			.send(
				`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#5b67c9"/><text x="48" y="60" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${initials}</text></svg>`,
			);
	});

	const setPerson: GoogleControl["setPerson"] = (email, change) => {
		if (change) changes.set(email.toLowerCase(), change);
		else changes.delete(email.toLowerCase());
	};
	return { router, control: { setPerson } };
}

function provesChallenge(challenge: string | undefined, verifier: string | undefined): boolean {
	if (!challenge) return true;
	if (!verifier) return false;
	const proof = challenge.startsWith("S256:")
		? `S256:${createHash("sha256").update(verifier).digest("base64url")}`
		: `plain:${verifier}`;
	const [given, wanted] = [Buffer.from(proof), Buffer.from(challenge)];
	return given.length === wanted.length && timingSafeEqual(given, wanted);
}
