import { createHmac, randomBytes } from "node:crypto";
import type { WebhookRow } from "#shared/api/webhooks/webhooks.table.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
	return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The `webhook-id` of an event: the same on each try, without a dot, which separates what is signed. */
export function messageId(eventId: string): string {
	return `evt_${eventId.replaceAll("-", "")}`;
}

type Signed = { eventId: string; body: string; at: Date };

/**
 * The headers of one try (Standard Webhooks 1.0): the timestamp is the try's, and the id, it and the body are signed by
 * each secret that is valid now.
 */
export function signedHeaders(
	webhook: Pick<WebhookRow, "secret" | "previousSecret" | "previousUntil">,
	{ eventId, body, at }: Signed,
): Record<string, string> {
	const id = messageId(eventId);
	const timestamp = String(Math.floor(at.getTime() / 1_000));
	const { secret, previousSecret, previousUntil } = webhook;
	const secrets = previousSecret && previousUntil && previousUntil > at ? [secret, previousSecret] : [secret];
	return {
		"content-type": "application/json",
		"webhook-id": id,
		"webhook-timestamp": timestamp,
		"webhook-signature": secrets.map((each) => `v1,${sign(each, `${id}.${timestamp}.${body}`)}`).join(" "),
	};
}

function sign(secret: string, content: string): string {
	const key = Buffer.from(secret.slice(PREFIX.length), "base64");
	return createHmac("sha256", key).update(content).digest("base64");
}
