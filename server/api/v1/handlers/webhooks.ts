import { presentDelivery, presentDetail, presentWebhook } from "#server/api/webhooks/present-webhook.ts";
import type { WebhookLog } from "#server/api/webhooks/webhook-log.ts";
import type { Webhooks } from "#server/api/webhooks/webhooks.service.ts";
import type { WEBHOOK_ROUTES } from "#shared/api/v1/routes/webhooks.ts";
import type { WebhookRow } from "#shared/api/webhooks/webhooks.table.ts";
import { handlersFor } from "../route-work.ts";

export type WebhookHandlerOptions = { webhooks: Webhooks; webhookLog: WebhookLog; now: () => Date };

export function webhookHandlers({ webhooks, webhookLog, now }: WebhookHandlerOptions) {
	// No request passes without a plan that has the API.
	const present = (row: WebhookRow) => presentWebhook(row, { hasPlan: true, at: now() });

	return handlersFor<typeof WEBHOOK_ROUTES>({
		async listWebhooks({ user }) {
			const rows = await webhooks.list(user.id);
			return { body: { webhooks: rows.map(present), next: null } };
		},
		async createWebhook({ user, planId, body }) {
			const row = await webhooks.create(user.id, body, planId);
			return { body: { ...present(row), secret: row.secret } };
		},
		getWebhook: async ({ user, params }) => ({ body: present(await webhooks.find(user.id, params.id)) }),
		updateWebhook: async ({ user, params, body }) => ({
			body: present(await webhooks.change(user.id, params.id, body)),
		}),
		async deleteWebhook({ user, params }) {
			await webhooks.remove(user.id, params.id);
			return { body: null };
		},
		async rollWebhookSecret({ user, params }) {
			const { secret, previousUntil } = await webhooks.roll(user.id, params.id);
			return { body: { secret, previousUntil: previousUntil?.toISOString() ?? "" } };
		},
		testWebhook: async ({ user, params }) => ({
			body: presentDelivery(await webhookLog.sendTest(user.id, params.id)),
		}),
		async listDeliveries({ user, params, query }) {
			const { rows, next } = await webhookLog.list(user.id, params.id, query.cursor);
			return { body: { deliveries: rows.map(presentDelivery), next: next === null ? null : String(next) } };
		},
		getDelivery: async ({ user, params: { id, deliveryId } }) => ({
			body: presentDetail(await webhookLog.find(user.id, id, deliveryId)),
		}),
		sendDeliveryAgain: async ({ user, params: { id, deliveryId } }) => ({
			body: presentDelivery(await webhookLog.sendAgain(user.id, id, deliveryId)),
		}),
	});
}
