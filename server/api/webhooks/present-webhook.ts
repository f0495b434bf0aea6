import type { WebhookDeliveryDetail, WebhookDeliveryView, WebhookView } from "#shared/api/webhooks/webhook.ts";
import { WEBHOOK_TEST, type WebhookType } from "#shared/api/webhooks/webhook.ts";
import type { WebhookDeliveryRow, WebhookRow } from "#shared/api/webhooks/webhooks.table.ts";
import { messageId } from "./webhook-signature.ts";

/** A delivery with what is shown of its event. */
export type LoggedDelivery = Omit<WebhookDeliveryRow, "answer"> & { type: WebhookType } & Pick<
		WebhookRow,
		"pausedUntil"
	>;
export type LoggedDetail = LoggedDelivery & Pick<WebhookDeliveryRow, "answer"> & { body: string | null };

/** An endpoint as its owner sees it, without secrets. @param hasPlan without it, nothing is sent */
export function presentWebhook(row: WebhookRow, { hasPlan, at }: { hasPlan: boolean; at: Date }): WebhookView {
	const { id, url, events, lastAt, lastStatus, previousUntil, pausedUntil } = row;
	const offReason = row.offReason ?? (hasPlan ? null : "plan");
	return {
		...{ id, url, events, offReason },
		state: offReason === null ? "on" : "off",
		pausedUntil: pausedUntil && pausedUntil > at ? pausedUntil.toISOString() : null,
		failingSince: row.failingSince?.toISOString() ?? null,
		createdAt: row.createdAt.toISOString(),
		previousSecretUntil: previousUntil && previousUntil > at ? previousUntil.toISOString() : null,
		lastDelivery: lastAt && { at: lastAt.toISOString(), status: lastStatus, ok: isSuccess(lastStatus) },
	};
}

export function presentDelivery(row: LoggedDelivery): WebhookDeliveryView {
	const { id, type, state, attempts, lastStatus, lastError, dueAt, pausedUntil } = row;
	const next = pausedUntil && pausedUntil > dueAt ? pausedUntil : dueAt;
	return {
		...{ id, type, state, attempts, lastStatus, lastError },
		eventId: messageId(row.eventId),
		nextAttemptAt: state === "waiting" ? next.toISOString() : null,
		createdAt: row.createdAt.toISOString(),
		isTest: type === WEBHOOK_TEST,
	};
}

export function presentDetail(row: LoggedDetail): WebhookDeliveryDetail {
	const { body, answer, lastStatus, lastAt } = row;
	return {
		...presentDelivery(row),
		request: body === null ? null : { body },
		answer: lastStatus === null ? null : { status: lastStatus, body: answer ?? "" },
		lastAttemptAt: lastAt?.toISOString() ?? null,
	};
}

function isSuccess(status: number | null): boolean {
	return status !== null && status >= 200 && status < 300;
}
