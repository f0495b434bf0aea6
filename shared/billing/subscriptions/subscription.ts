import { z } from "zod";
import { vatInfo } from "../onboarding/onboarding-form.ts";
import { planId } from "../plans/plan.ts";

const plan = z.object({ name: z.string() });

/** What a user is to billing: what every screen and button goes by (P570). */
export const STANDINGS = ["none", "active", "owing", "trialing", "paused", "ending"] as const;
export type Standing = (typeof STANDINGS)[number];

/** A subscription as the browser sees it. */
export const clientSubscription = z.object({
	planId: z.string(),
	status: z.string(),
	isAnnual: z.boolean(),
	plan,
	currentPeriodEnd: z.iso.datetime(),
	cancelAtPeriodEnd: z.boolean(),
	/** When it ends, where that is settled: with this period, or at a date further away. */
	endsAt: z.iso.datetime().nullable(),
	/** The plan and interval that follow at the end of what is paid. */
	plannedChange: z.object({ planId: z.string(), plan, isAnnual: z.boolean(), at: z.iso.datetime() }).nullable(),
	/** The planned change that a cancellation dropped, once that is taken back (P260). */
	droppedChange: z.object({ planId: z.string(), plan, isAnnual: z.boolean() }).nullable(),
	/** What each period costs, in euro cents without VAT; null where that is not known. */
	perPeriod: z.number().int().nullable(),
	/** When payments that are paused at Stripe begin again; null where that is open, and where none are. */
	resumesAt: z.iso.datetime().nullable(),
	/** The renewal that Stripe charges within the hour; null where none is (P572). */
	chargeDue: z.object({ amount: z.number().int(), currency: z.string() }).nullable(),
});
export type ClientSubscription = z.infer<typeof clientSubscription>;

/** Answer of `GET /api/subscriptions/active`. */
export const activeSubscription = z.object({
	active: z.boolean(),
	standing: z.enum(STANDINGS),
	subscription: clientSubscription.nullable(),
	/** Other live subscriptions next to the current one; normally none (P128). */
	alsoPaying: z.array(
		z.object({
			planId: z.string(),
			plan,
			isAnnual: z.boolean(),
			/** What each period costs, in euro cents without VAT; null where that is not known. */
			perPeriod: z.number().int().nullable(),
			since: z.iso.datetime(),
			/** Whether its last payment failed: canceling it ends it at once. */
			paymentFailed: z.boolean(),
		}),
	),
	/** Whether the current one waits for a payment that failed (P132). */
	paymentFailed: z.boolean(),
	/** What that payment is about, in cents; null where nothing is owed, or how much is not known (P261). */
	openInvoices: z
		.object({
			amount: z.number().int(),
			currency: z.string(),
			/** When the open invoice was made. */
			at: z.iso.datetime(),
			/** How many invoices are open, that one included. */
			invoices: z.number().int(),
		})
		.nullable(),
	/** Whether Stripe itself was read for this answer; sent only to those who ask for that (P266). */
	verified: z.boolean().optional(),
	/** Whether a payment was made within a day; sent only to the page after a payment, if Stripe said (P263). */
	justPaid: z.boolean().optional(),
});
export type ActiveSubscription = z.infer<typeof activeSubscription>;

/** Answer of `GET /api/subscriptions/details`, as Stripe has it now. */
export const subscriptionDetails = z.object({
	/** What is charged next, in cents and without what is still to be credited; null where nothing will be. */
	renewal: z.object({ amount: z.number().int(), currency: z.string(), at: z.iso.datetime() }).nullable(),
	/** The same if the planned end were undone; null where it doesn't end with this period. */
	reactivated: z.object({ amount: z.number().int(), currency: z.string(), at: z.iso.datetime() }).nullable(),
	/** The card that is charged; null where there is none. */
	card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() }).nullable(),
	/** The name and address on the next invoice (P265); `address` in lines, without the `country`, which is a code of two letters. */
	billedTo: z.object({
		name: z.string().nullable(),
		address: z.string().nullable(),
		country: z.string().nullable(),
		vatNumber: z.string().nullable(),
	}),
});
export type SubscriptionDetails = z.infer<typeof subscriptionDetails>;

/** Answer of `GET /api/subscriptions/credit`: what Stripe owes a customer, in cents (P567). */
export const creditAnswer = z.object({
	credit: z
		.object({
			amount: z.number().int(),
			currency: z.string(),
			/** The part that came from payments: after an end it is refunded on request (P566). */
			refundable: z.number().int(),
		})
		.nullable(),
});
export type CreditAnswer = z.infer<typeof creditAnswer>;

/** Query of `GET /api/subscriptions/preview`. */
export const planChangeQuery = z.object({
	planId: planId,
	isAnnual: z.enum(["true", "false"], "Invalid input").transform((value) => value === "true"),
});

/** Answer of `GET /api/subscriptions/preview`: what changing to a plan and interval would do. Amounts in cents. */
export const planChangePreview = z.object({
	plan,
	/** What each period of it costs, in euro cents without VAT. */
	price: z.number().int(),
	/** When it takes effect (P257). */
	effect: z.enum(["now", "period_end"]),
	/** The present moment, or the end of the paid period. */
	startsAt: z.iso.datetime(),
	/** As Stripe would charge it, with tax and credit; null while Stripe can't say. */
	amounts: z
		.object({
			currency: z.string(),
			/** Charged at once. */
			today: z.number().int(),
			/** The moment that this amount is of, in Unix seconds: what is agreed to names it. Null where nothing is charged now. */
			prorationDate: z.number().int().nullable(),
			/** The charge after that. */
			next: z.object({ amount: z.number().int(), at: z.iso.datetime() }),
			/** What each full period costs. */
			perPeriod: z.number().int(),
			/** What is left of unused time after today's charge; it pays the next invoices first. */
			credit: z.number().int(),
		})
		.nullable(),
	/** The cancellation or planned change that it would undo, as a sentence (P127); null if there is none. */
	takesBack: z.string().nullable(),
});
export type PlanChangePreview = z.infer<typeof planChangePreview>;

/** Body of `POST /api/subscriptions`. */
export const checkoutRequest = z.object({
	planId: planId,
	isAnnual: z.boolean("Invalid input").default(false),
	vatInfo: vatInfo.optional(),
	/** Confirms that the present cancellation or planned change is to be taken back (P127). */
	takeBack: z.boolean("Invalid input").default(false),
	/** The person has confirmed a change that starts when the paid period ends (P258). */
	confirmed: z.boolean("Invalid input").default(false),
	/** What the person has agreed to pay now, in cents, and the moment that it is of, as the preview named both (P258). */
	agreed: z
		.object({ amount: z.number("Invalid input").int().min(0), prorationDate: z.number("Invalid input").int().min(0) })
		.optional(),
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;
