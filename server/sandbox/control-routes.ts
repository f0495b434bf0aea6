import express, { Router } from "express";
import { z } from "zod";
import { ourWords, problemsOf } from "./control-words.ts";
import type { DnsControl } from "./dns/dns.ts";
import type { FaultControl } from "./faults.ts";
import type { GoogleControl } from "./google/google.ts";
import type { MailControl } from "./mail/mailbox.ts";
import type { StripeControl } from "./stripe/control.ts";
import { StripeError } from "./stripe/stripe-error.ts";
import { FURTHEST } from "./stripe/time.ts";

export type Control = {
	google: GoogleControl;
	faults: FaultControl;
	dns: DnsControl;
	mail: MailControl;
} & StripeControl;

const DAY_SECONDS = 86_400;
/** Longest time that an answer is made to wait, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;
const name = z.string().min(1).max(255);

const fault = z.strictObject({
	match: name,
	kind: z.enum(["slow", "jitter", "status", "cut", "cut_after", "malformed", "hang"]),
	ms: z.number().min(0).max(LONGEST_WAIT_MS).optional(),
	status: z.number().int().min(400).max(599).optional(),
	times: z.number().int().min(1).max(1_000_000).optional(),
	share: z.number().min(0).max(1).optional(),
});
/** May be longer and odder than Google would ever say: that is what tests are for. */
const claim = z.string().max(10_000);
const person = z.strictObject({
	email: name,
	changes: z
		.strictObject({
			sub: claim.optional(),
			email: claim.optional(),
			email_verified: z.boolean().optional(),
			given_name: claim.optional(),
			family_name: claim.optional(),
			name: claim.optional(),
			picture: claim.optional(),
		})
		.nullable(),
});
const deliveries = z.strictObject({
	drop: z.number().min(0).max(1).optional(),
	copies: z.number().int().min(1).max(20).optional(),
	jitterMs: z.number().min(0).max(LONGEST_WAIT_MS).optional(),
	oldVersion: z.boolean().optional(),
});
const advance = z
	.strictObject({
		customer: name.optional(),
		days: z.number().min(0).max(FURTHEST.days).optional(),
		seconds: z
			.number()
			.min(0)
			.max(FURTHEST.days * DAY_SECONDS)
			.optional(),
	})
	.refine(({ days = 0, seconds = 0 }) => days + seconds > 0, "days or seconds: one must be above 0");
const dnsFault = z.strictObject({ how: z.enum(["SERVFAIL", "REFUSED", "silent"]).nullable() });
const mailAnswer = z.strictObject({ how: z.enum(["bounce", "later"]).nullable() });
const nothing = z.strictObject({});

/** `POST /sandbox/control/{verb}` with a JSON body: what tests call in process, for scripts. */
export function controlRoutes(control: Control): Router {
	const router = Router();
	router.use("/sandbox/control", express.json({ limit: "64kb" }));

	const action = <S extends z.ZodType>(verb: string, body: S, run: (given: z.output<S>) => unknown) => {
		router.post(`/sandbox/control/${verb}`, async (req, res) => {
			const given = body.safeParse(req.is("json") ? req.body : undefined, { error: ourWords });
			if (!given.success) return void res.status(400).json({ message: problemsOf(given.error) });
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
	action("dns/fail", dnsFault, ({ how }) => control.dns.fail(how));
	action("mail/answer", mailAnswer, ({ how }) => control.mail.answer(how));
	action("webhooks/faults", deliveries, (given) => control.webhooks.faults(dropUnset(given)));
	action("webhooks/pause", nothing, control.webhooks.pause);
	action("webhooks/resume", nothing, control.webhooks.resume);
	action("webhooks/idle", nothing, control.webhooks.idle);
	action("advance", advance, (given) => control.advance(dropUnset(given)));
	action("set-card", z.strictObject({ customer: name, cardNumber: name }), control.setCard);
	action("after-retries", z.strictObject({ choice: z.enum(["cancel", "unpaid", "past_due"]) }), ({ choice }) =>
		control.setAfterRetries(choice),
	);
	action("cancel-in-portal", z.strictObject({ subscription: name }), control.cancelInPortal);
	action("trial", z.strictObject({ subscription: name, days: z.int().min(1).max(730) }), control.trial);
	action(
		"pause",
		z.strictObject({
			subscription: name,
			what: z.enum(["collection", "subscription"]),
			days: z.int().min(1).max(730).optional(),
		}),
		(given) => control.pause(dropUnset(given)),
	);
	const several = z.strictObject({ subscription: name, quantity: z.number().int().min(1).max(1_000) });
	action("set-quantity", several, control.setQuantity);
	action("mark-uncollectible", z.strictObject({ invoice: name }), control.markUncollectible);
	action("dispute", z.strictObject({ paymentIntent: name }), control.dispute);
	action("close-dispute", z.strictObject({ dispute: name, outcome: z.enum(["won", "lost"]) }), control.closeDispute);
	action("fail-refund", z.strictObject({ refund: name }), control.failRefund);
	return router;
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function dropUnset<T extends object>(fields: T): Given<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
