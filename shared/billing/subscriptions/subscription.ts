import { z } from "zod";
import { vatInfo } from "../onboarding/onboarding-form.ts";
import { planId } from "../plans/plan.ts";

const plan = z.object({ name: z.string() });

/** A user's billing state, on which every screen and button depends (P570). */
export const STANDINGS = ["none", "active", "owing", "trialing", "paused", "ending"] as const;
export type Standing = (typeof STANDINGS)[number];

export const clientSubscription = z.object({
	planId: z.string(),
	status: z.string(),
	isAnnual: z.boolean(),
	plan,
	currentPeriodEnd: z.iso.datetime(),
	cancelAtPeriodEnd: z.boolean(),
	endsAt: z.iso.datetime().nullable(),
	plannedChange: z.object({ planId: z.string(), plan, isAnnual: z.boolean(), at: z.iso.datetime() }).nullable(),
	/** The planned change that a cancellation dropped and an undo would restore (P260). */
	droppedChange: z.object({ planId: z.string(), plan, isAnnual: z.boolean() }).nullable(),
	/** Price per period in euro cents, without VAT; null if unknown. */
	perPeriod: z.number().int().nullable(),
	/** When payments paused at Stripe resume; null if open-ended or not paused. */
	resumesAt: z.iso.datetime().nullable(),
	/** The renewal that Stripe charges within the hour; null if none (P572). */
	chargeDue: z.object({ amount: z.number().int(), currency: z.string() }).nullable(),
});
export type ClientSubscription = z.infer<typeof clientSubscription>;

export const activeSubscription = z.object({
	active: z.boolean(),
	standing: z.enum(STANDINGS),
	subscription: clientSubscription.nullable(),
	/** Other live subscriptions besides the current one; normally none (P128). */
	alsoPaying: z.array(
		z.object({
			planId: z.string(),
			plan,
			isAnnual: z.boolean(),
			/** Price per period in euro cents, without VAT; null if unknown. */
			perPeriod: z.number().int().nullable(),
			since: z.iso.datetime(),
			/** Whether its last payment failed: canceling then takes effect at once. */
			paymentFailed: z.boolean(),
		}),
	),
	/** Whether the last payment failed (P132). */
	paymentFailed: z.boolean(),
	/** The open invoice, in cents; null if there is none or its amount is unknown (P261). */
	openInvoices: z
		.object({
			amount: z.number().int(),
			currency: z.string(),
			at: z.iso.datetime(),
			invoices: z.number().int(),
		})
		.nullable(),
	/** Whether this answer was read from Stripe; sent only on request (P266). */
	verified: z.boolean().optional(),
	/** Whether a payment was made within a day; sent only to the page after a payment, if Stripe knows (P263). */
	justPaid: z.boolean().optional(),
});
export type ActiveSubscription = z.infer<typeof activeSubscription>;

export const subscriptionDetails = z.object({
	/** The next charge in cents, less credit; null if there is none. */
	renewal: z.object({ amount: z.number().int(), currency: z.string(), at: z.iso.datetime() }).nullable(),
	/** The next charge if the scheduled end were undone; null unless the subscription ends with this period. */
	reactivated: z.object({ amount: z.number().int(), currency: z.string(), at: z.iso.datetime() }).nullable(),
	card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() }).nullable(),
	/** Name and address on the next invoice (P265). `address`: lines, without `country`, a two-letter code. */
	billedTo: z.object({
		name: z.string().nullable(),
		address: z.string().nullable(),
		country: z.string().nullable(),
		vatNumber: z.string().nullable(),
	}),
});
export type SubscriptionDetails = z.infer<typeof subscriptionDetails>;

/** Answer of `GET /api/subscriptions/credit`: the customer's credit in cents (P567). */
export const creditAnswer = z.object({
	credit: z
		.object({
			amount: z.number().int(),
			currency: z.string(),
			/** The part that came from payments: refunded on request after the end (P566). */
			refundable: z.number().int(),
		})
		.nullable(),
});
export type CreditAnswer = z.infer<typeof creditAnswer>;

export const planChangeQuery = z.object({
	planId: planId,
	isAnnual: z.enum(["true", "false"], "Invalid input").transform((value) => value === "true"),
});

/** Answer of `GET /api/subscriptions/preview`: what a change of plan or interval would do. Amounts in cents. */
export const planChangePreview = z.object({
	plan,
	price: z.number().int(),
	/** When it takes effect (P257). */
	effect: z.enum(["now", "period_end"]),
	/** Now, or the end of the paid period. */
	startsAt: z.iso.datetime(),
	/** As Stripe would charge it, with tax and credit; null if Stripe can't say. */
	amounts: z
		.object({
			currency: z.string(),
			today: z.number().int(),
			/** The proration's time in Unix seconds, for the confirmation; null if nothing is charged now. */
			prorationDate: z.number().int().nullable(),
			next: z.object({ amount: z.number().int(), at: z.iso.datetime() }),
			perPeriod: z.number().int(),
			/** Unused time left after today's charge; the next invoices use it first. */
			credit: z.number().int(),
		})
		.nullable(),
	/** The cancellation or planned change that this would undo, as a sentence (P127); null if none. */
	takesBack: z.string().nullable(),
});
export type PlanChangePreview = z.infer<typeof planChangePreview>;

export const checkoutRequest = z.object({
	planId: planId,
	isAnnual: z.boolean("Invalid input").default(false),
	vatInfo: vatInfo.optional(),
	/** Confirms that the cancellation or planned change is undone (P127). */
	takeBack: z.boolean("Invalid input").default(false),
	/** Confirms a change that starts when the paid period ends (P258). */
	confirmed: z.boolean("Invalid input").default(false),
	/** The amount in cents that the user agreed to pay now, and its time, as in the preview (P258). */
	agreed: z
		.object({ amount: z.number("Invalid input").int().min(0), prorationDate: z.number("Invalid input").int().min(0) })
		.optional(),
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;
