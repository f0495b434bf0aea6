import { and, asc, eq } from "drizzle-orm";
import { notifyOfWebhooks } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
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

type Options = Parameters<typeof webhookUrl>[1] & { db: Db; now: () => Date };

/** An account's endpoints (P660). */
export function createWebhookService({ db, ownOrigins, receiverAt, now }: Options) {
	const normalized = (url: string) => webhookUrl(url, { ownOrigins, receiverAt });
	const isOf = (userId: string) => eq(webhooks.userId, userId);
	const isTheirs = (userId: string, id: number) => and(eq(webhooks.id, id), isOf(userId));

	/** In the order in which they were made. */
	function list(userId: string): Promise<WebhookRow[]> {
		return db.select().from(webhooks).where(isOf(userId)).orderBy(asc(webhooks.id));
	}

	/** @throws AppError "webhook_not_found" */
	async function find(userId: string, id: number): Promise<WebhookRow> {
		const [row] = await db.select().from(webhooks).where(isTheirs(userId, id));
		if (!row) throw notFound();
		return row;
	}

	/** @throws AppError "invalid_url"; "webhook_exists" if another has this address; "webhook_limit" if the plan allows no more */
	async function create(userId: string, form: WebhookForm, planId: string): Promise<WebhookRow> {
		const limit = webhookLimit(planId);
		const url = normalized(form.url);
		const values = { userId, url, events: unique(form.events), secret: newSecret(), createdAt: now() };
		const row = await db.transaction(async (tx) => {
			if (!(await lockOwner(tx, userId))) throw new AppError("unauthenticated", "Unauthorized");
			const present = await tx.select({ id: webhooks.id, url: webhooks.url }).from(webhooks).where(isOf(userId));
			const same = present.find((each) => each.url === url);
			if (same) throw exists(same.id);
			if (present.length >= limit) {
				throw new AppError("webhook_limit", `Your plan allows ${limit} webhooks. Delete one first.`, { limit });
			}
			const [made] = await tx.insert(webhooks).values(values).returning();
			await notifyOfWebhooks(tx, userId);
			return made;
		});
		if (!row) throw new Error("the webhook was not stored");
		return row;
	}

	/**
	 * What is left out stays; turned on, it begins without failures.
	 * @throws AppError "webhook_not_found", "invalid_url"; "webhook_exists" if another has this address
	 */
	async function change(
		userId: string,
		id: number,
		{ url: typed, events, isEnabled }: WebhookChange,
	): Promise<WebhookRow> {
		const url = typed === undefined ? undefined : normalized(typed);
		const turned = isEnabled ? ON : { offReason: "owner" as const };
		const set = {
			// For a body without any change.
			id,
			// Failures were those of the former address.
			...(url !== undefined && { url, ...FRESH }),
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
			if (set.url !== undefined) await requireFree(tx, userId, id, set.url);
			const [row] = await tx.update(webhooks).set(set).where(isTheirs(userId, id)).returning();
			if (!row) throw notFound();
			await notifyOfWebhooks(tx, userId);
			return row;
		});
	}

	/** Two that had one address before that was refused can still be edited. */
	async function requireFree(tx: Tx, userId: string, id: number, url: string): Promise<void> {
		await lockOwner(tx, userId);
		const same = await tx
			.select({ id: webhooks.id })
			.from(webhooks)
			.where(and(isOf(userId), eq(webhooks.url, url)));
		const other = same.find((each) => each.id !== id);
		if (other && !same.some((each) => each.id === id)) throw exists(other.id);
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

function exists(id: number): AppError {
	const message = `Your webhook with the id ${id} has this address. Change its events instead.`;
	return new AppError("webhook_exists", message, { field: "url" });
}

function notFound(): AppError {
	return new AppError("webhook_not_found", WEBHOOK_NOT_FOUND);
}
