import Stripe from "stripe";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { withinOwnTime } from "#server/platform/work/own-time.ts";
import { MAY_WAIT } from "./retrying-client.ts";

/** Options of every call that a person waits for: two tries fit into the budget. */
export const WHILE_SOMEONE_WAITS = { timeout: 4_000, maxNetworkRetries: 1 } as const;

/** The same for what is only looked at: clicks, events and repairs go first. */
export const WHILE_SOMEONE_LOOKS = { ...WHILE_SOMEONE_WAITS, headers: MAY_WAIT } as const;

/**
 * Runs what a click asks of Stripe. What goes on after the budget is over is safe to be repeated, so the person may
 * simply click again.
 * @param budgetMs how long the click waits, whatever Stripe does, in the time that this process gets
 * @throws AppError `upstream` when Stripe is away, slow, busy or refuses; other errors as they are.
 */
export async function reachStripe<T>(work: () => Promise<T>, budgetMs: number = DEADLINES.stripeClick): Promise<T> {
	try {
		return await withinOwnTime(budgetMs, work(), () => {
			// Also for a late machine: this code says that the outcome is unknown.
			throw upstream(new Error("No answer within the time of a click"));
		});
	} catch (error) {
		if (error instanceof Stripe.errors.StripeError) throw upstream(error);
		throw error;
	}
}

/** Whether Stripe says that an object does not exist (or exists no more). */
export function isMissing(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

function upstream(cause: Error): AppError {
	return new AppError("upstream", "The payment service does not answer right now. Please try again in a moment.", {
		cause,
	});
}
