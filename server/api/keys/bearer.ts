import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { SignedInUser } from "#server/account/auth/auth.service.ts";
import { notifyOfKeys } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { ApiScope } from "#shared/api/keys/api-key.ts";
import { type ApiKey, apiKeys } from "#shared/api/keys/api-keys.table.ts";
import { planHas, planNeeded } from "#shared/billing/plans/plan-features.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { ErrorCode } from "#shared/platform/error-codes.ts";
import { hashOfKey, isKeyText } from "./key-text.ts";

/** A revoked key, a disabled account or an ended plan is noticed within this: at most 1 s is promised. */
const REMEMBERED_MS = 750;
/** A text that is no key never becomes one. */
const UNKNOWN_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const NOTED_EVERY_MS = 60_000;

declare global {
	namespace Express {
		interface Request {
			/** Set by `requireKey`. */
			apiKey?: ApiKey | undefined;
		}
	}
}

type Options = {
	db: Db;
	findUser: (id: string) => Promise<SignedInUser | null>;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	/** The country that a request comes from, or null. */
	countryOf: (req: Request) => string | null;
	/** Counts look-ups of texts that may be no key. @returns seconds until the address may send another, or null */
	keyGuesses: { count: (address: string) => number | null };
	now: () => Date;
	log: Pick<Logger, "warn">;
};
type Found = { key: ApiKey; user: SignedInUser; subscription: Subscription | null };

export type Bearer = ReturnType<typeof createBearer>;

/** Authenticates requests by an API key (RFC 6750), and by nothing else: cookies are ignored. */
export function createBearer({ db, findUser, activeSubscription, countryOf, keyGuesses, now, log }: Options) {
	const remembered = new LRUCache<string, Promise<Found | null>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
	const unknown = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: UNKNOWN_MS });
	const accounts = new LRUCache<string, string>({ max: MAX_REMEMBERED });
	const notedAt = new LRUCache<number, number>({ max: MAX_REMEMBERED });

	/** Requests at once share one look-up; a failed one isn't remembered. @throws AppError "rate_limited" */
	function find(hash: string, address: string): Promise<Found | null> | Found | null {
		const known = remembered.get(hash);
		if (known) return known;
		if (unknown.has(hash)) return null;
		const wait = accounts.has(hash) ? null : keyGuesses.count(address);
		if (wait !== null) {
			throw new AppError("rate_limited", "Too many unknown API keys from this address.", { retryAfterSeconds: wait });
		}
		const found = lookUp(hash);
		remembered.set(hash, found);
		found.catch(() => remembered.delete(hash));
		return found;
	}

	async function lookUp(hash: string): Promise<Found | null> {
		const [key] = await db.select().from(apiKeys).where(eq(apiKeys.hash, hash));
		if (!key) {
			unknown.set(hash, true);
			// A flood by a revoked key takes no turns of its owner.
			accounts.delete(hash);
			return null;
		}
		const [user, subscription] = await Promise.all([findUser(key.userId), activeSubscription(key.userId)]);
		if (!user) return null;
		accounts.set(hash, user.id);
		return { key, user, subscription };
	}

	/**
	 * Sets the request's user, subscription and key.
	 * @throws AppError "unauthenticated" without a key, for an unknown or an expired one; "forbidden" for a disabled account;
	 * "plan_required"
	 */
	async function authenticate(req: Request): Promise<void> {
		const text = bearerOf(req);
		const found = isKeyText(text) ? await find(hashOfKey(text), req.ip ?? "") : null;
		if (!found) throw new AppError("invalid_api_key", "This API key isn't known. It may have been revoked.");
		const { key, user, subscription } = found;
		if (key.expiresAt && key.expiresAt <= now()) throw new AppError("api_key_expired", "This API key has expired.");
		req.user = user;
		req.apiKey = key;
		req.subscription = subscription ?? undefined;
		if (user.disabledAt) throw new AppError("account_disabled", "Your account has been disabled. Please contact us.");
		if (!planHas(subscription?.planId, "api")) throw new AppError("plan_required", planNeeded("api"));
	}

	/** In the background: a request never waits for it, nor fails by it. */
	function note(req: Request): void {
		const key = req.apiKey;
		const at = now();
		if (!key || at.getTime() - (notedAt.get(key.id) ?? 0) < NOTED_EVERY_MS) return;
		notedAt.set(key.id, at.getTime());
		const isDue = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(at.getTime() - NOTED_EVERY_MS)));
		db.update(apiKeys)
			.set({ lastUsedAt: at, lastUsedCountry: countryOf(req) })
			.where(and(eq(apiKeys.id, key.id), isDue))
			.then(() => notifyOfKeys(db, key.userId))
			.catch((error: unknown) => log.warn({ err: error }, "the use of an API key could not be noted"));
	}

	const requireKey: RequestHandler = async (req, _res, next) => {
		await authenticate(req);
		note(req);
		next();
	};

	return {
		requireKey,
		/** Again, after a body that took its time. */
		authenticate,
		/** The account of a request's key, once it has been looked up; for turns in queues. */
		accountOf(authorization: string | undefined): string | undefined {
			const text = keyIn(authorization);
			return text !== null && isKeyText(text) ? accounts.get(hashOfKey(text)) : undefined;
		},
	};
}

/** Says with a refusal what a request's `Authorization` lacks (RFC 6750, section 3). */
export const challenge: ErrorRequestHandler = (error, _req, res, next) => {
	const name = error instanceof AppError ? CHALLENGES[error.code] : undefined;
	if (name !== undefined) res.set("WWW-Authenticate", name);
	next(error);
};

const CHALLENGES: Partial<Record<ErrorCode, string>> = {
	unauthenticated: "Bearer",
	invalid_api_key: 'Bearer error="invalid_token"',
	api_key_expired: 'Bearer error="invalid_token"',
	scope_required: 'Bearer error="insufficient_scope"',
};

/** @throws AppError "forbidden" if the request's key lacks it */
export function requireScope(req: Request, scope: ApiScope | null): void {
	if (scope === null || req.apiKey?.scopes.includes(scope)) return;
	throw new AppError("scope_required", `This API key lacks the scope ${scope}.`);
}

function bearerOf(req: Request): string {
	const text = keyIn(req.headers.authorization);
	if (text === null) throw new AppError("unauthenticated", "Send an API key: Authorization: Bearer vl_…");
	return text;
}

function keyIn(authorization = ""): string | null {
	const [, text = null] = /^Bearer +(\S+) *$/i.exec(authorization.slice(0, 200)) ?? [];
	return text;
}
