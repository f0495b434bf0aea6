import { expect, it } from "vitest";
import { WEBHOOK_EVENTS, type WebhookDeliveryView } from "#shared/api/webhooks/webhook.ts";
import { deliveryWord, deliveryWords, EVENT_CHOICES } from "./webhook-words.ts";

const NOW = new Date(2027, 2, 5, 15, 40);
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

it("P669: each event is offered, with when it happens", () => {
	expect(EVENT_CHOICES.map(({ value }) => value)).toEqual(WEBHOOK_EVENTS);
	for (const { note } of EVENT_CHOICES) expect(note).toMatch(/^\S.+\.$/);
});

type Case = [word: string, words: string, delivery: Partial<WebhookDeliveryView>];

it.each<Case>([
	["Sending", "", { nextAttemptAt: inMinutes(0) }],
	[
		"Retrying",
		"Answered 503, next try at 3:45 PM (4 of 10)",
		{ attempts: 3, lastStatus: 503, nextAttemptAt: inMinutes(5) },
	],
	[
		"Retrying",
		"The connection was refused, next try on Mar 6, 3:40 AM (10 of 10)",
		{ attempts: 9, lastError: "The connection was refused", nextAttemptAt: inMinutes(720) },
	],
	["Retrying", "Answered 500, next try now (2 of 10)", { attempts: 1, lastStatus: 500, nextAttemptAt: inMinutes(-1) }],
	["Retrying", "Answered 429, next try at 3:41 PM (1 of 10)", { lastStatus: 429, nextAttemptAt: inMinutes(1) }],
	["Delivered", "Answered 204", { state: "delivered", attempts: 1, lastStatus: 204 }],
	["Delivered", "Answered 200, after 2 tries", { state: "delivered", attempts: 2, lastStatus: 200 }],
	["Failed", "Answered 410, after 1 try", { state: "failed", attempts: 1, lastStatus: 410 }],
	["Failed", "No answer, after 10 tries", { state: "failed", attempts: 10 }],
	["Failed", "The webhook was turned off", { state: "failed", attempts: 0, lastError: "The webhook was turned off" }],
])("P669: %s. %s", (word, words, delivery) => {
	const waiting = { state: "waiting", attempts: 0, nextAttemptAt: null, lastStatus: null, lastError: null } as const;
	expect(deliveryWord({ ...waiting, ...delivery }, null).word).toBe(word);
	expect(deliveryWords({ ...waiting, ...delivery }, NOW).replace(/\s/g, " ")).toBe(words);
});
