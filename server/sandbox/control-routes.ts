import express, { Router } from "express";
import { z } from "zod";
import type { FaultControl } from "./faults.ts";
import type { GoogleControl } from "./google/google.ts";
import type { StripeControl } from "./stripe/control.ts";
import { StripeError } from "./stripe/stripe-error.ts";

export type Control = { google: GoogleControl; faults: FaultControl } & StripeControl;

const fault = z.strictObject({
	match: z.string().min(1),
	kind: z.enum(["slow", "jitter", "status", "cut", "cut_after", "malformed", "hang"]),
	ms: z.number().optional(),
	status: z.number().int().min(400).max(599).optional(),
	times: z.number().int().positive().optional(),
	share: z.number().min(0).max(1).optional(),
});
const person = z.strictObject({
	email: z.string(),
	changes: z
		.strictObject({
			sub: z.string().optional(),
			email: z.string().optional(),
			email_verified: z.boolean().optional(),
			given_name: z.string().optional(),
			family_name: z.string().optional(),
			name: z.string().optional(),
			picture: z.string().optional(),
		})
		.nullable(),
});
const deliveries = z.strictObject({
	drop: z.number().min(0).max(1).optional(),
	copies: z.number().int().min(1).max(20).optional(),
	jitterMs: z.number().min(0).max(60_000).optional(),
	oldVersion: z.boolean().optional(),
});
const nothing = z.strictObject({});

/** `POST /sandbox/control/{name}` with a JSON body: what tests call in process, for scripts. */
export function controlRoutes(control: Control): Router {
	const router = Router();
	router.use("/sandbox/control", express.json({ limit: "64kb" }));

	const action = <S extends z.ZodType>(name: string, body: S, run: (given: z.output<S>) => unknown) => {
		router.post(`/sandbox/control/${name}`, async (req, res) => {
			const given = body.safeParse(req.is("json") ? req.body : undefined);
			if (!given.success) return void res.status(400).json({ message: z.prettifyError(given.error) });
			try {
				res.json((await run(given.data)) ?? {});
			} catch (error) {
				if (!(error instanceof StripeError)) throw error;
				res.status(error.status).json({ message: error.message });
			}
		});
	};

	action("faults/add", fault, control.faults.add);
	action("faults/clear", nothing, control.faults.clear);
	action("google/person", person, ({ email, changes }) =>
		control.google.setPerson(email, changes && dropUnset(changes)),
	);
	action("webhooks/faults", deliveries, (given) => control.webhooks.faults(dropUnset(given)));
	action("webhooks/pause", nothing, control.webhooks.pause);
	action("webhooks/resume", nothing, control.webhooks.resume);
	action("webhooks/idle", nothing, control.webhooks.idle);
	action(
		"advance",
		z.strictObject({ customer: z.string().optional(), days: z.number().optional(), seconds: z.number().optional() }),
		(given) => control.advance(dropUnset(given)),
	);
	action("set-card", z.strictObject({ customer: z.string(), cardNumber: z.string() }), control.setCard);
	action("after-retries", z.strictObject({ choice: z.enum(["cancel", "unpaid", "past_due"]) }), ({ choice }) =>
		control.setAfterRetries(choice),
	);
	action("cancel-in-portal", z.strictObject({ subscription: z.string() }), control.cancelInPortal);
	action("dispute", z.strictObject({ paymentIntent: z.string() }), control.dispute);
	action(
		"close-dispute",
		z.strictObject({ dispute: z.string(), outcome: z.enum(["won", "lost"]) }),
		control.closeDispute,
	);
	action("fail-refund", z.strictObject({ refund: z.string() }), control.failRefund);
	return router;
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function dropUnset<T extends object>(fields: T): Given<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
