import type { Choice } from "#client/components/ui/choice-list.tsx";
import type { Tone } from "#client/components/ui/dot.tsx";
import { formatCounted } from "#client/lib/format.ts";
import { momentText } from "#client/lib/moment-text.ts";
import {
	WEBHOOK_OFF_AFTER,
	WEBHOOK_TRIES,
	type WebhookDeliveryView,
	type WebhookEvent,
	type WebhookView,
} from "#shared/api/webhooks/webhook.ts";
import { EVENT_NOTES } from "#shared/api/webhooks/webhook-notes.ts";

/** What a webhook can get, in the form's order. */
export const EVENT_CHOICES = Object.entries(EVENT_NOTES).map(([value, note]) => ({
	...{ value, label: value, note },
})) as Choice<WebhookEvent>[];

/** Chosen at first. */
export const USUAL_EVENTS: readonly WebhookEvent[] = ["link.created", "link.updated", "link.deleted"];

type Stated = Pick<WebhookView, "state" | "offReason" | "failingSince" | "pausedUntil" | "lastDelivery">;

/** A webhook's state in a word or four. */
export function stateWord({ state, offReason, failingSince, pausedUntil }: Stated): { word: string; tone: Tone } {
	if (state === "off") return { word: offReason === "plan" ? "Off with your plan" : "Off", tone: "warn" };
	if (failingSince !== null) return { word: "Failing", tone: "warn" };
	return pausedUntil === null ? { word: "On", tone: "good" } : { word: "Paused", tone: "warn" };
}

const { failures, hours } = WEBHOOK_OFF_AFTER;

/** What its owner has to know, in a sentence or two. */
export function stateSentence(webhook: Stated, now: Date): string {
	const { state, offReason, failingSince, pausedUntil, lastDelivery } = webhook;
	if (state === "off") return OFF[offReason ?? "owner"];
	const pause = pausedUntil === null ? "" : pauseSentence(pausedUntil, now);
	if (failingSince !== null) {
		const since = `Failing since ${momentText(failingSince, now)}.`;
		return `${since} We turn it off after ${failures} failures in a row over at least ${hours} hours. ${pause}`.trim();
	}
	if (pause !== "") return pause;
	if (lastDelivery === null) return "Nothing sent yet. Send a test to check your receiver.";
	const { status, at } = lastDelivery;
	return `Last delivery ${whenWords(at, now)}: ${status === null ? "no answer" : `answered ${status}`}.`;
}

/** Its `Retry-After` says until when. */
function pauseSentence(until: string, now: Date): string {
	return `Paused until ${momentText(until, now)}, as your receiver asked. To send now, send a test.`;
}

const LOST = "Events that happen while it's off are never sent.";
const OFF: Record<NonNullable<WebhookView["offReason"]>, string> = {
	owner: `You turned it off. ${LOST}`,
	gone: `Off: the receiver answered 410 Gone. ${LOST}`,
	failing: `Off: ${failures} deliveries in a row failed over at least ${hours} hours. ${LOST}`,
	plan: "Off with your plan. It turns on again once you upgrade.",
};

type Sent = Pick<WebhookDeliveryView, "state" | "attempts" | "nextAttemptAt" | "lastStatus" | "lastError">;

/** A delivery's state in a word. @param pausedUntil its webhook's */
export function deliveryWord(delivery: Sent, pausedUntil: string | null): { word: string; tone: Tone } {
	if (delivery.state === "delivered") return { word: "Delivered", tone: "good" };
	if (delivery.state === "failed") return { word: "Failed", tone: "bad" };
	if (wasTried(delivery)) return { word: "Retrying", tone: "warn" };
	return { word: pausedUntil === null ? "Sending" : "Paused", tone: "warn" };
}

/** 'Answered 503, next try at 3:45 PM (3 of 10)', 'Answered 204'. */
export function deliveryWords(delivery: Sent, now: Date): string {
	const { state, attempts, nextAttemptAt, lastStatus, lastError } = delivery;
	const answer = lastStatus === null ? (lastError ?? "") : `Answered ${lastStatus}`;
	if (state === "waiting") {
		const next = nextAttemptAt && wasTried(delivery) ? `next try ${nextWords(nextAttemptAt, attempts, now)}` : "";
		return [answer, next].filter(Boolean).join(", ");
	}
	const tries = `after ${formatCounted(attempts, "try", "tries")}`;
	if (state === "failed") return attempts === 0 ? answer : `${answer || "No answer"}, ${tries}`;
	return attempts > 1 ? `${answer}, ${tries}` : answer;
}

/** An answer of 429 is no attempt. */
function wasTried({ attempts, lastStatus, lastError }: Sent): boolean {
	return attempts > 0 || lastStatus !== null || lastError !== null;
}

function nextWords(at: string, attempts: number, now: Date): string {
	const count = `(${Math.min(attempts + 1, WEBHOOK_TRIES)} of ${WEBHOOK_TRIES})`;
	return `${new Date(at) <= now ? "now" : whenWords(at, now)} ${count}`;
}

/** 'at 10:02 AM', 'on Mar 5, 10:02 AM'. */
function whenWords(at: string, now: Date): string {
	const text = momentText(at, now);
	return `${/^\d/.test(text) ? "at" : "on"} ${text}`;
}
