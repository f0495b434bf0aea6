import { z } from "zod";
import { coded } from "../../platform/error-codes.ts";
import { rowId, rowIdText } from "../../platform/row-id.ts";

/** What an endpoint can subscribe to, named as Standard Webhooks names types; a receiver ignores those it doesn't know. */
export const WEBHOOK_EVENTS = [
	"link.created",
	"link.updated",
	"link.deleted",
	"link.flagged",
	"link.target_gone",
	"card.previewed",
	"usage.80",
	"usage.100",
	"import.finished",
	"stats.day",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of "Send test", which no endpoint subscribes to. */
export const WEBHOOK_TEST = "webhook.test";
export type WebhookType = WebhookEvent | typeof WEBHOOK_TEST;

/** Days that deliveries are kept. */
export const WEBHOOK_LOG_DAYS = 30;
const [MINUTE, HOUR] = [60, 3_600];
/** Seconds before the second try of a delivery and each later one: the tenth comes about 31 hours after the first. */
export const WEBHOOK_WAITS: readonly number[] = [
	...[5, MINUTE, 5 * MINUTE, 30 * MINUTE],
	...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 15 * HOUR],
];
/** Tries of a delivery. */
export const WEBHOOK_TRIES = WEBHOOK_WAITS.length + 1;
/** Hours that the former secret signs too after a new one was made. */
export const WEBHOOK_ROLL_HOURS = 24;
/** An endpoint is turned off after so many failures in a row, over at least so many hours. */
export const WEBHOOK_OFF_AFTER = { failures: 20, hours: 24 } as const;

const URL_MAX = 2_048;

const url = z
	.string("Address is required")
	.max(URL_MAX, coded("too_long", `Address must be ${URL_MAX} characters or less`, URL_MAX))
	.meta({ description: "Where events are sent by `POST`: a public address, over `https:` or `http:`." });
const events = z
	.array(z.enum(WEBHOOK_EVENTS))
	.min(1, "Choose at least one event")
	.max(WEBHOOK_EVENTS.length)
	.meta({ description: "The types of events that it gets." });

/** The body of `POST /api/webhooks`. */
export const webhookForm = z.object({ url, events });
export type WebhookForm = z.infer<typeof webhookForm>;

/** The body of `PATCH /api/webhooks/{id}`: what is left out stays. */
export const webhookChange = z.object({
	url: url.optional(),
	events: events.optional(),
	isEnabled: z
		.boolean()
		.optional()
		.meta({ description: "False turns it off; true turns it on and forgets its failures." }),
});
export type WebhookChange = z.infer<typeof webhookChange>;

const at = z.iso.datetime();

/** An endpoint, as its owner sees it. */
export const webhookView = z.object({
	id: rowId,
	url: z.string(),
	events: z.array(z.enum(WEBHOOK_EVENTS)),
	state: z.enum(["on", "off"]).meta({ description: "While it is `off`, its events are not stored, and never sent." }),
	offReason: z.enum(["owner", "gone", "failing", "plan"]).nullable().meta({
		description:
			"`gone`: it answered 410; `failing`: it failed for too long; `plan`: the plan no longer includes webhooks.",
	}),
	pausedUntil: at.nullable().meta({
		description: "Until when nothing is sent, because its `Retry-After` asked for that; null if it isn't paused.",
	}),
	failingSince: at.nullable().meta({ description: "Since when every try has failed; null after a success." }),
	createdAt: at,
	previousSecretUntil: at
		.nullable()
		.meta({ description: "Until when the former secret signs too; null if it doesn't." }),
	lastDelivery: z
		.object({ at, status: z.number().int().nullable(), ok: z.boolean() })
		.nullable()
		.meta({ description: "Its last try; `status` is null if there was no answer." }),
});
export type WebhookView = z.infer<typeof webhookView>;

/** The answer of `GET /api/webhooks`. `localReceiver`: in the sandbox, the origin that leads to port 8000 of its machine. */
export const webhookList = z.object({
	webhooks: z.array(webhookView),
	limit: z.number().int(),
	localReceiver: z.string().nullable(),
});
export type WebhookList = z.infer<typeof webhookList>;

const secret = z.string().meta({ description: "`whsec_` and 32 random bytes in base64. Shown only once." });

/** The answer of `POST /api/webhooks`. */
export const newWebhook = webhookView.extend({ secret });
export type NewWebhook = z.infer<typeof newWebhook>;

/** The answer of `POST /api/webhooks/{id}/secret`. */
export const rolledSecret = z.object({
	secret,
	previousUntil: at.meta({ description: "Until when the former secret signs too." }),
});
export type RolledSecret = z.infer<typeof rolledSecret>;

/** One event on its way to one endpoint. */
export const webhookDeliveryView = z.object({
	id: rowId,
	eventId: z.string().meta({ description: "The header `webhook-id`: the same on each try and at each endpoint." }),
	type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
	state: z
		.enum(["waiting", "delivered", "failed"])
		.meta({ description: "`failed`: it is not tried again on its own." }),
	attempts: z.number().int().meta({ description: "Tries so far, without those answered with 429." }),
	nextAttemptAt: at.nullable().meta({ description: "When a waiting one is tried next." }),
	lastStatus: z.number().int().nullable().meta({ description: "The HTTP status of the last answer." }),
	lastError: z.string().nullable().meta({ description: "Why the last try failed, in words." }),
	createdAt: at,
	isTest: z.boolean(),
});
export type WebhookDeliveryView = z.infer<typeof webhookDeliveryView>;

/** The query of `GET /api/webhooks/{id}/deliveries`. */
export const deliveriesQuery = z.object({ before: rowIdText.optional() });

/** The answer of `GET /api/webhooks/{id}/deliveries?before=`, newest first; `next` is the `before` of the next page. */
export const webhookDeliveryList = z.object({
	deliveries: z.array(webhookDeliveryView),
	next: rowId.nullable().meta({ description: "Send it as `before` to get the next page." }),
});
export type WebhookDeliveryList = z.infer<typeof webhookDeliveryList>;

/** The answer of `GET /api/webhooks/{id}/deliveries/{deliveryId}`. */
export const webhookDeliveryDetail = webhookDeliveryView.extend({
	request: z.object({ body: z.string() }).nullable().meta({ description: "What is sent; null before the first try." }),
	answer: z
		.object({ status: z.number().int(), body: z.string() })
		.nullable()
		.meta({ description: "The last answer, with the first 2 KB of its body." }),
	lastAttemptAt: at.nullable(),
});
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const WEBHOOK_NOT_FOUND = "Webhook not found";
export const WEBHOOK_DELIVERY_NOT_FOUND = "Delivery not found";
