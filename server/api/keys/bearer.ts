import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Request, RequestHandler } from "express";
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
import { hashOfKey, isKeyText } from "./key-text.ts";

/** A revoked key, a disabled account or an ended plan is noticed within this: at most 1 s is promised. */
const REMEMBERED_MS = 900;
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
	now: () => Date;
	log: Pick<Logger, "warn">;
};
type Found = { key: ApiKey; user: SignedInUser; subscription: Subscription | null };

export type Bearer = ReturnType<typeof createBearer>;

/** Authenticates requests by an API key (RFC 6750), and by nothing else: cookies are ignored. */
export function createBearer({ db, findUser, activeSubscription, countryOf, now, log }: Options) {
	const remembered = new LRUCache<string, Promise<Found | null>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
	const accounts = new LRUCache<string, string>({ max: MAX_REMEMBERED });
	const notedAt = new LRUCache<number, number>({ max: MAX_REMEMBERED });

	/** Requests at once share one look-up; a failed one isn't remembered. */
	function find(hash: string): Promise<Found | null> {
		const known = remembered.get(hash);
		if (known) return known;
		const found = lookUp(hash);
		remembered.set(hash, found);
		found.catch(() => remembered.delete(hash));
		return found;
	}

	async function lookUp(hash: string): Promise<Found | null> {
		const [key] = await db.select().from(apiKeys).where(eq(apiKeys.hash, hash));
		if (!key) return null;
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
		const found = isKeyText(text) ? await find(hashOfKey(text)) : null;
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
		const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, new Date(at.getTime() - NOTED_EVERY_MS)));
		db.update(apiKeys)
			.set({ lastUsedAt: at, lastUsedCountry: countryOf(req) })
			.where(and(eq(apiKeys.id, key.id), isDue))
			.then(() => notifyOfKeys(db, key.userId))
			.catch((error: unknown) => log.warn({ err: error }, "the use of an API key could not be noted"));
	}

	const requireKey: RequestHandler = async (req, res, next) => {
		res.set("WWW-Authenticate", "Bearer");
		await authenticate(req);
		res.removeHeader("WWW-Authenticate");
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
