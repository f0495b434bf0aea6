import { and, asc, count, eq } from "drizzle-orm";
import { notifyOfWebhooks } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import {
	WEBHOOK_NOT_FOUND,
	WEBHOOK_ROLL_HOURS,
	type WebhookChange,
	type WebhookForm,
} from "#shared/api/webhooks/webhook.ts";
import { type WebhookRow, webhooks } from "#shared/api/webhooks/webhooks.table.ts";
import { webhookLimit } from "#shared/billing/plans/plan-features.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import { newSecret } from "./webhook-signature.ts";
import { webhookUrl } from "./webhook-url.ts";

export type Webhooks = ReturnType<typeof createWebhookService>;

type Options = { db: Db; ownOrigins: readonly string[]; now: () => Date };

/** An account's endpoints (P660). */
export function createWebhookService({ db, ownOrigins, now }: Options) {
	const isTheirs = (userId: string, id: number) => and(eq(webhooks.id, id), eq(webhooks.userId, userId));

	/** In the order in which they were made. */
	function list(userId: string): Promise<WebhookRow[]> {
		return db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.id));
	}

	/** @throws AppError "webhook_not_found" */
	async function find(userId: string, id: number): Promise<WebhookRow> {
		const [row] = await db.select().from(webhooks).where(isTheirs(userId, id));
		if (!row) throw notFound();
		return row;
	}

	/** @throws AppError "invalid_url"; "webhook_limit" if the plan allows no more */
	async function create(userId: string, form: WebhookForm, planId: string): Promise<WebhookRow> {
		const limit = webhookLimit(planId);
		const url = webhookUrl(form.url, { ownOrigins });
		const values = { userId, url, events: unique(form.events), secret: newSecret(), createdAt: now() };
		const row = await db.transaction(async (tx) => {
			if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
			const [present] = await tx.select({ webhooks: count() }).from(webhooks).where(eq(webhooks.userId, userId));
			if ((present?.webhooks ?? 0) >= limit) {
				throw new AppError("webhook_limit", `Your plan allows ${limit} webhooks. Delete one first.`, { limit });
			}
			const [made] = await tx.insert(webhooks).values(values).returning();
			await notifyOfWebhooks(tx, userId);
			return made;
		});
		if (!row) throw new Error("the webhook was not stored");
		return row;
	}

	/** What is left out stays; turned on, it begins without failures. @throws AppError "webhook_not_found", "invalid_url" */
	async function change(userId: string, id: number, { url, events, isEnabled }: WebhookChange): Promise<WebhookRow> {
		const turned = isEnabled ? ON : { offReason: "owner" as const };
		const set = {
			// For a body without any change.
			id,
			// Failures were those of the former address.
			...(url !== undefined && { url: webhookUrl(url, { ownOrigins }), ...FRESH }),
			...(events !== undefined && { events: unique(events) }),
			...(isEnabled !== undefined && turned),
		};
		return written(userId, id, set);
	}

	/** The former secret signs too for a day. @throws AppError "webhook_not_found" */
	async function roll(userId: string, id: number): Promise<WebhookRow> {
		const { secret: previousSecret } = await find(userId, id);
		const previousUntil = new Date(now().getTime() + WEBHOOK_ROLL_HOURS * HOUR_MS);
		return written(userId, id, { secret: newSecret(), previousSecret, previousUntil });
	}

	async function written(userId: string, id: number, set: Partial<WebhookRow>): Promise<WebhookRow> {
		return db.transaction(async (tx) => {
			const [row] = await tx.update(webhooks).set(set).where(isTheirs(userId, id)).returning();
			if (!row) throw notFound();
			await notifyOfWebhooks(tx, userId);
			return row;
		});
	}

	/** With its log; what waits is not sent. @throws AppError "webhook_not_found" */
	async function remove(userId: string, id: number): Promise<void> {
		await db.transaction(async (tx) => {
			const [gone] = await tx.delete(webhooks).where(isTheirs(userId, id)).returning({ id: webhooks.id });
			if (!gone) throw notFound();
			await notifyOfWebhooks(tx, userId);
		});
	}

	return { list, find, create, change, roll, remove };
}

const FRESH = { failures: 0, failingSince: null, pausedUntil: null };
const ON = { offReason: null, ...FRESH };

function unique<Value>(values: readonly Value[]): Value[] {
	return [...new Set(values)];
}

function notFound(): AppError {
	return new AppError("webhook_not_found", WEBHOOK_NOT_FOUND);
}
