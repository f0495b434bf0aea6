import { webhookBody } from "../webhooks/event-data.ts";
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookType } from "../webhooks/webhook.ts";
import { EVENT_NOTES } from "../webhooks/webhook-notes.ts";
import { API_TAGS } from "./api-route.ts";
import type { createSchemas } from "./json-schema.ts";
import type { Answer, Operation, Parameter } from "./openapi.ts";

/** A request that we send: the receiver has no key, and needs none. */
export type WebhookOperation = Omit<Operation, "x-scope"> & { security: [] };

/** The document's `webhooks`: what an endpoint gets of each type, and what its answers mean (P688). */
export function describeWebhooks({ schemaOf }: Pick<ReturnType<typeof createSchemas>, "schemaOf">) {
	const types: readonly WebhookType[] = [...WEBHOOK_EVENTS, WEBHOOK_TEST];
	return Object.fromEntries(types.map((type) => [type, { post: operationOf(type) }]));

	function operationOf(type: WebhookType): WebhookOperation {
		return {
			operationId: `on${type.split(/[._]/).map(capitalized).join("")}`,
			summary: `Receive ${type}`,
			description: type === WEBHOOK_TEST ? "You send a test, by hand or by the API." : EVENT_NOTES[type],
			tags: [API_TAGS.webhooks],
			security: [],
			parameters: SIGNED,
			requestBody: {
				required: true,
				content: { "application/json": { schema: schemaOf(webhookBody(type), "output") } },
			},
			responses: ANSWERS,
		};
	}
}

const SIGNED: Parameter[] = [
	header("webhook-id", "The event's id, the same on each try: ignore one that you have.", { pattern: "^evt_\\w+$" }),
	header("webhook-timestamp", "When this try was sent, in seconds since 1970.", { pattern: "^\\d+$" }),
	header(
		"webhook-signature",
		"By Standard Webhooks: `v1,` and a signature for each valid secret, separated by spaces.",
	),
];

const ANSWERS: Record<string, Answer> = {
	"2XX": { description: "Delivered, if it comes within 15 seconds. The body is only shown in the log." },
	"410": { description: "Turns the webhook off." },
	"429": { description: "Pauses the webhook for the time in `Retry-After`. It costs no try." },
	default: { description: "A failure, including redirects. The event is tried again." },
};

function header(name: string, description: string, more: object = {}): Parameter {
	return { name, in: "header", required: true, description, schema: { type: "string", ...more } };
}

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
