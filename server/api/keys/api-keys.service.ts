import { and, asc, count, eq } from "drizzle-orm";
import { notifyOfKeys } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { queueMail } from "#server/platform/db/queue-mail.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { ApiKeyForm } from "#shared/api/keys/api-key.ts";
import { type ApiKey, apiKeys } from "#shared/api/keys/api-keys.table.ts";
import { apiKeyLimit } from "#shared/billing/plans/plan-features.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { hashOfKey, newKeyText } from "./key-text.ts";

const START = 8;

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Creates the service for an account's keys. */
export function createApiKeys({ db, now }: { db: Db; now: () => Date }) {
	return {
		list(userId: string): Promise<ApiKey[]> {
			return db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.id));
		},

		/**
		 * @returns the row, and the key, which is stored nowhere
		 * @throws AppError "conflict" (`api_key_limit`) if the plan allows no more
		 */
		async create(userId: string, form: ApiKeyForm, planId: string): Promise<{ row: ApiKey; key: string }> {
			const limit = apiKeyLimit(planId);
			const key = newKeyText();
			const createdAt = now();
			const { name, expiresInDays } = form;
			const values = {
				...{ userId, name, createdAt, hash: hashOfKey(key), start: key.slice(0, START) },
				scopes: [...new Set(form.scopes)],
				expiresAt: expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * DAY_MS),
			};
			const row = await db.transaction(async (tx) => {
				await lockOwner(tx, userId);
				const [present] = await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.userId, userId));
				if ((present?.keys ?? 0) >= limit) {
					const message = `Your plan allows ${limit} API keys. Revoke one first.`;
					throw new AppError("api_key_limit", message, { limit });
				}
				const [made] = await tx.insert(apiKeys).values(values).returning();
				await notifyOfKeys(tx, userId);
				if (made) await mailOfKey(tx, made);
				return made;
			});
			if (!row) throw new Error("the key was not stored");
			return { row, key };
		},

		/** Ends a key within a second in every process. @throws AppError "not_found" */
		async revoke(userId: string, id: number): Promise<void> {
			const isTheirs = and(eq(apiKeys.id, id), eq(apiKeys.userId, userId));
			await db.transaction(async (tx) => {
				const [gone] = await tx.delete(apiKeys).where(isTheirs).returning({ id: apiKeys.id });
				if (!gone) throw new AppError("api_key_not_found", "API key not found");
				await notifyOfKeys(tx, userId);
			});
		},
	};
}

/** A key that the owner didn't create is seen in time (P671). */
function mailOfKey(tx: Pick<Db, "execute">, { id, userId, name, start, scopes }: ApiKey): Promise<void> {
	return queueMail(tx, { userId, kind: "api_key", key: String(id), data: { name, start, scopes } });
}
