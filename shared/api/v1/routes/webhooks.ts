import { z } from "zod";
import {
	newWebhook,
	rolledSecret,
	webhookChange,
	webhookDeliveryDetail,
	webhookDeliveryView,
	webhookForm,
	webhookView,
} from "../../webhooks/webhook.ts";
import { apiRoute, asJson, idParam } from "../api-route.ts";

const apiWebhook = webhookView.meta({ id: "Webhook" });
const apiDelivery = webhookDeliveryView.meta({ id: "Delivery" });
/** Complete: an account has at most 20. */
const apiWebhooks = z.object({ webhooks: z.array(apiWebhook), next: z.string().nullable() });
const deliveryPage = z
	.object({ deliveries: z.array(apiDelivery), next: z.string().nullable() })
	.meta({ id: "Deliveries" });

const ofWebhook = z.object({ id: idParam });
const ofDelivery = z.object({ id: idParam, deliveryId: idParam });
const pageQuery = z.strictObject({ cursor: asJson(idParam.clone(), { type: "string" }).optional() });

const url = "https://hooks.example.com/visualink";

/** Routes about webhooks. What they send: docs/api.md. */
export const WEBHOOK_ROUTES = [
	apiRoute({
		id: "listWebhooks",
		method: "get",
		path: "/webhooks",
		tag: "webhooks",
		scope: "webhooks",
		summary: "List webhooks",
		description: "All of them, in the order in which they were created.",
		answer: { status: 200, schema: apiWebhooks },
		example: {},
	}),
	apiRoute({
		id: "createWebhook",
		method: "post",
		path: "/webhooks",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Create a webhook",
		description: "Store the `secret` of the answer, which is shown only once: it verifies what you receive.",
		body: z.strictObject(webhookForm.shape),
		answer: { status: 201, schema: newWebhook.meta({ id: "NewWebhook" }) },
		errors: ["invalid_url", "webhook_exists", "webhook_limit"],
		example: { body: { url, events: ["link.created", "card.previewed"] } },
	}),
	apiRoute({
		id: "getWebhook",
		method: "get",
		path: "/webhooks/{id}",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Read a webhook",
		params: ofWebhook,
		answer: { status: 200, schema: apiWebhook },
		errors: ["webhook_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "updateWebhook",
		method: "patch",
		path: "/webhooks/{id}",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Change a webhook, or turn it on or off",
		description: "What is left out stays.",
		params: ofWebhook,
		body: z.strictObject(webhookChange.shape),
		answer: { status: 200, schema: apiWebhook },
		errors: ["webhook_not_found", "invalid_url", "webhook_exists"],
		example: { params: { id: 1 }, body: { isEnabled: false } },
	}),
	apiRoute({
		id: "deleteWebhook",
		method: "delete",
		path: "/webhooks/{id}",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Delete a webhook",
		description: "Also deletes its deliveries; those that wait aren't sent.",
		params: ofWebhook,
		answer: { status: 204, schema: null },
		errors: ["webhook_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "rollWebhookSecret",
		method: "post",
		path: "/webhooks/{id}/secret",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Make a new secret",
		description: "For 24 hours events are signed by the former secret too.",
		params: ofWebhook,
		answer: { status: 200, schema: rolledSecret.meta({ id: "RolledSecret" }) },
		errors: ["webhook_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "testWebhook",
		method: "post",
		path: "/webhooks/{id}/test",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Send a test event",
		description: "Sends an event of the type `webhook.test` soon; read the delivery to see what became of it.",
		params: ofWebhook,
		answer: { status: 202, schema: apiDelivery },
		errors: ["webhook_not_found", "webhook_off"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "listDeliveries",
		method: "get",
		path: "/webhooks/{id}/deliveries",
		tag: "webhooks",
		scope: "webhooks",
		summary: "List a webhook's deliveries",
		description: "Of the last 30 days, newest first, 50 in a page.",
		params: ofWebhook,
		query: pageQuery,
		answer: { status: 200, schema: deliveryPage },
		errors: ["webhook_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "getDelivery",
		method: "get",
		path: "/webhooks/{id}/deliveries/{deliveryId}",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Read a delivery, with what was sent and answered",
		params: ofDelivery,
		answer: { status: 200, schema: webhookDeliveryDetail.meta({ id: "DeliveryDetail" }) },
		errors: ["webhook_not_found", "webhook_delivery_not_found"],
		example: { params: { id: 1, deliveryId: 1 } },
	}),
	apiRoute({
		id: "sendDeliveryAgain",
		method: "post",
		path: "/webhooks/{id}/deliveries/{deliveryId}/again",
		tag: "webhooks",
		scope: "webhooks",
		summary: "Send a delivery again",
		description: "Sends the same event, with the same `webhook-id`, with all its tries.",
		params: ofDelivery,
		answer: { status: 202, schema: apiDelivery },
		errors: ["webhook_not_found", "webhook_delivery_not_found", "webhook_off"],
		example: { params: { id: 1, deliveryId: 1 } },
	}),
] as const;
