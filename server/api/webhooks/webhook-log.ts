import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { notifyOfWebhooks } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_TEST } from "#shared/api/webhooks/webhook.ts";
import { webhooks as endpoints, webhookDeliveries, webhookEvents } from "#shared/api/webhooks/webhooks.table.ts";
import type { LoggedDelivery, LoggedDetail } from "./present-webhook.ts";
import type { Webhooks } from "./webhooks.service.ts";

const PAGE = 50;

export type WebhookLog = ReturnType<typeof createWebhookLog>;

type Options = {
	db: Db;
	webhooks: Pick<Webhooks, "find">;
	/** Sends what is due at once. */
	wake: () => void;
	now: () => Date;
};

/** What was sent to an account's endpoints, and sending on demand (P665). */
export function createWebhookLog({ db, webhooks, wake, now }: Options) {
	const { answer: _, ...columns } = getTableColumns(webhookDeliveries);
	const { type, body } = webhookEvents;
	const ofEvent = eq(webhookEvents.id, webhookDeliveries.eventId);

	/** Newest first, a page of deliveries with smaller ids than `before`. @throws AppError "webhook_not_found" */
	async function list(userId: string, webhookId: number, before: number | undefined) {
		const { pausedUntil } = await webhooks.find(userId, webhookId);
		const isOlder = before === undefined ? undefined : lt(webhookDeliveries.id, before);
		const rows = await db
			.select({ ...columns, type })
			.from(webhookDeliveries)
			.innerJoin(webhookEvents, ofEvent)
			.where(and(eq(webhookDeliveries.webhookId, webhookId), isOlder))
			.orderBy(desc(webhookDeliveries.id))
			.limit(PAGE + 1);
		const page: LoggedDelivery[] = rows.slice(0, PAGE).map((row) => ({ ...row, pausedUntil }));
		return { rows: page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
	}

	/** @throws AppError "webhook_not_found", "webhook_delivery_not_found" */
	async function find(userId: string, webhookId: number, id: number): Promise<LoggedDetail> {
		const { pausedUntil } = await webhooks.find(userId, webhookId);
		const [row] = await db
			.select({ ...getTableColumns(webhookDeliveries), type, body })
			.from(webhookDeliveries)
			.innerJoin(webhookEvents, ofEvent)
			.where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)));
		if (!row) throw notFound();
		return { ...row, pausedUntil };
	}

	/** The same event, with all its tries; a pause ends (P679). @throws AppError as `find`, "webhook_off" */
	async function sendAgain(userId: string, webhookId: number, id: number): Promise<LoggedDelivery> {
		await requireOn(userId, webhookId);
		const { type: sent } = await find(userId, webhookId, id);
		const row = await db.transaction(async (tx) => {
			const isThis = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id));
			const set = { state: "waiting" as const, attempts: 0, dueAt: now() };
			await endPause(tx, webhookId);
			const [waiting] = await tx.update(webhookDeliveries).set(set).where(isThis).returning();
			await notifyOfWebhooks(tx, userId);
			return waiting;
		});
		if (!row) throw notFound();
		wake();
		return { ...row, type: sent, pausedUntil: null };
	}

	/** An event `webhook.test` for this endpoint only, whatever it subscribes to; a pause ends (P679). @throws AppError as `find`, "webhook_off" */
	async function sendTest(userId: string, webhookId: number): Promise<LoggedDelivery> {
		await requireOn(userId, webhookId);
		const source = { data: { webhookId, message: "This is a test." } };
		const row = await db.transaction(async (tx) => {
			const values = { userId, type: WEBHOOK_TEST, source, createdAt: now() } as const;
			const [event] = await tx.insert(webhookEvents).values(values).returning({ id: webhookEvents.id });
			if (!event) throw new Error("the event was not stored");
			await endPause(tx, webhookId);
			const delivery = { webhookId, eventId: event.id, dueAt: now(), createdAt: now() };
			const [made] = await tx.insert(webhookDeliveries).values(delivery).returning();
			await tx.execute(sql`SELECT pg_notify('link_changed', '!webhooks')`);
			await notifyOfWebhooks(tx, userId);
			return made;
		});
		if (!row) throw new Error("the delivery was not stored");
		return { ...row, type: WEBHOOK_TEST, pausedUntil: null };
	}

	/** Its owner knows better than its last answer whether it is well again; if it isn't, it asks for the next pause. */
	async function endPause(tx: Pick<Db, "update">, webhookId: number): Promise<void> {
		await tx.update(endpoints).set({ pausedUntil: null }).where(eq(endpoints.id, webhookId));
	}

	async function requireOn(userId: string, webhookId: number): Promise<void> {
		const { offReason } = await webhooks.find(userId, webhookId);
		if (offReason !== null) throw new AppError("webhook_off", "This webhook is off. Turn it on first.");
	}

	return { list, find, sendAgain, sendTest };
}

function notFound(): AppError {
	return new AppError("webhook_delivery_not_found", WEBHOOK_DELIVERY_NOT_FOUND);
}
