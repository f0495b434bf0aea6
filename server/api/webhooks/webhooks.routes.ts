import { type Request, Router } from "express";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { requirePlan } from "#server/account/auth/require-plan.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody, parseQuery } from "#server/platform/http/parse.ts";
import {
	deliveriesQuery,
	type NewWebhook,
	type RolledSecret,
	WEBHOOK_DELIVERY_NOT_FOUND,
	WEBHOOK_NOT_FOUND,
	type WebhookDeliveryDetail,
	type WebhookDeliveryList,
	type WebhookDeliveryView,
	type WebhookList,
	type WebhookView,
	webhookChange,
	webhookForm,
} from "#shared/api/webhooks/webhook.ts";
import type { WebhookRow } from "#shared/api/webhooks/webhooks.table.ts";
import { planHas, webhookLimit } from "#shared/billing/plans/plan-features.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { rowIdText } from "#shared/platform/row-id.ts";
import { presentDelivery, presentDetail, presentWebhook } from "./present-webhook.ts";
import type { WebhookLog } from "./webhook-log.ts";
import type { ReceiverAt } from "./webhook-url.ts";
import type { Webhooks } from "./webhooks.service.ts";

type Options = {
	webhooks: Webhooks;
	webhookLog: WebhookLog;
	receiverAt: ReceiverAt | null;
	guards: Pick<Guards, "requireUserOfAnyPlan" | "requireUser" | "requireAuthor">;
	now: () => Date;
};

/** Of a receiver that a developer starts, as in the reference. */
const EXAMPLE_PORT = "8000";

/** An account's webhooks on screen (P660). */
export function webhooksRouter({ webhooks, webhookLog, receiverAt, guards, now }: Options): Router {
	const { requireUser, requireUserOfAnyPlan } = guards;
	const mayChange = [...guards.requireAuthor, requirePlan("api")];
	const present = (req: Request, row: WebhookRow): WebhookView =>
		presentWebhook(row, { hasPlan: planHas(req.subscription?.planId, "api"), at: now() });
	const localReceiver = receiverAt?.(EXAMPLE_PORT) ?? null;
	const router = Router();
	router.get(API.webhooks.all, requireUserOfAnyPlan, async (req, res) => {
		const rows = await webhooks.list(userOf(req).id);
		const limit = webhookLimit(req.subscription?.planId);
		res.json({ webhooks: rows.map((row) => present(req, row)), limit, localReceiver } satisfies WebhookList);
	});
	router.post(API.webhooks.all, ...mayChange, async (req, res) => {
		const row = await webhooks.create(userOf(req).id, parseBody(webhookForm, req), subscriptionOf(req).planId);
		res.status(201).json({ ...present(req, row), secret: row.secret } satisfies NewWebhook);
	});
	router.patch(API_ROUTES.webhook, ...mayChange, async (req, res) => {
		res.json(present(req, await webhooks.change(userOf(req).id, idOf(req), parseBody(webhookChange, req))));
	});
	router.delete(API_ROUTES.webhook, requireUser, async (req, res) => {
		await webhooks.remove(userOf(req).id, idOf(req));
		res.status(204).end();
	});
	router.post(API_ROUTES.webhookSecret, ...mayChange, async (req, res) => {
		const { secret, previousUntil } = await webhooks.roll(userOf(req).id, idOf(req));
		res.json({ secret, previousUntil: previousUntil?.toISOString() ?? "" } satisfies RolledSecret);
	});
	router.post(API_ROUTES.webhookTest, ...mayChange, async (req, res) => {
		const row = await webhookLog.sendTest(userOf(req).id, idOf(req));
		res.status(202).json(presentDelivery(row) satisfies WebhookDeliveryView);
	});
	router.get(API_ROUTES.webhookDeliveries, requireUser, async (req, res) => {
		const { before } = parseQuery(deliveriesQuery, req);
		const { rows, next } = await webhookLog.list(userOf(req).id, idOf(req), before);
		res.json({ deliveries: rows.map(presentDelivery), next } satisfies WebhookDeliveryList);
	});
	router.get(API_ROUTES.webhookDelivery, requireUser, async (req, res) => {
		const row = await webhookLog.find(userOf(req).id, idOf(req), deliveryIdOf(req));
		res.json(presentDetail(row) satisfies WebhookDeliveryDetail);
	});
	router.post(API_ROUTES.webhookAgain, ...mayChange, async (req, res) => {
		const row = await webhookLog.sendAgain(userOf(req).id, idOf(req), deliveryIdOf(req));
		res.status(202).json(presentDelivery(row) satisfies WebhookDeliveryView);
	});
	return router;
}

function idOf(req: Request): number {
	const id = rowIdText.safeParse(req.params.id);
	if (!id.success) throw new AppError("webhook_not_found", WEBHOOK_NOT_FOUND);
	return id.data;
}

function deliveryIdOf(req: Request): number {
	const id = rowIdText.safeParse(req.params.deliveryId);
	if (!id.success) throw new AppError("webhook_delivery_not_found", WEBHOOK_DELIVERY_NOT_FOUND);
	return id.data;
}
