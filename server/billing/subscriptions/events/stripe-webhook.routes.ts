import express, { Router } from "express";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Config } from "#server/platform/config/config.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createRefusalAlert } from "../stripe/refusal-alert.ts";
import { isThinEvent, referenceOf } from "./stripe-event.ts";
import type { StripeInbox } from "./stripe-inbox.ts";

const MAX_BYTES = 1024 * 1024;

type Options = {
	stripe: Stripe;
	config: Config["stripe"];
	inbox: Pick<StripeInbox, "receive">;
	log: Logger;
};

/** Mount it before body parsers and sessions: the signature covers the raw bytes. */
export function stripeWebhookRouter({ stripe, config, inbox, log }: Options): Router {
	const router = Router();
	const refusals = createRefusalAlert({ log });
	let hasLoggedThin = false;

	router.post(API.stripeWebhook, express.raw({ type: () => true, limit: MAX_BYTES }), async (req, res) => {
		const body = parsed(verified(req.body, req.get("stripe-signature")));
		const event = referenceOf(body);
		if (!event) {
			// Stripe retries until it gets 2xx, so unused events are acknowledged too.
			if (!isThinEvent(body)) log.warn("a signed webhook was no event that we know");
			else if (!hasLoggedThin) log.warn("a thin event (v2) was ignored: let this endpoint get snapshot events only");
			hasLoggedThin ||= isThinEvent(body);
			res.json({ received: true });
			return;
		}
		try {
			await inbox.receive(event);
		} catch (cause) {
			throw new AppError("unavailable", "Please deliver this event again", { cause, retryAfterSeconds: 5 });
		}
		res.json({ received: true });
	});

	router.all(API.stripeWebhook, (_req, res) => {
		res.set("Allow", "POST");
		throw new AppError("method_not_allowed", "Only POST is allowed here");
	});

	return router;

	/** Tries all secrets: during a rotation, events are signed with either. */
	function verified(body: unknown, header = ""): Buffer {
		const payload = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
		const { signature, DEFAULT_TOLERANCE: tolerance } = stripe.webhooks;
		let cause: unknown;
		for (const secret of config.webhookSecrets) {
			try {
				if (signature?.verifyHeader(payload, header, secret, tolerance)) return payload;
			} catch (error) {
				cause = error;
			}
		}
		// The SDK's error contains the body and the signature, which must not be logged.
		const reason = cause instanceof Error ? cause.message : "unknown";
		log.warn({ reason }, "a webhook was refused");
		refusals.count();
		throw new AppError("invalid_signature", "The signature of this event is not valid", { cause });
	}
}

function parsed(payload: Buffer): unknown {
	try {
		return JSON.parse(payload.toString());
	} catch (cause) {
		throw new AppError("invalid", "The body of this event is not JSON", { cause });
	}
}
