import Stripe from "stripe";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { withinOwnTime } from "#server/platform/work/own-time.ts";
import { MAY_WAIT } from "./retrying-client.ts";

/** Options for calls that a user waits for: two attempts fit into the budget. */
export const WHILE_SOMEONE_WAITS = { timeout: 4_000, maxNetworkRetries: 1 } as const;

/** The same for reads: clicks, events and repairs take priority. */
export const WHILE_SOMEONE_LOOKS = { ...WHILE_SOMEONE_WAITS, headers: MAY_WAIT } as const;

/**
 * Runs the Stripe calls of a click. What continues after the budget is idempotent, so the user can click again.
 * @param budgetMs the click's maximum wait, measured in time that this process gets
 * @throws AppError `upstream` if Stripe is unavailable, slow, busy or refuses; other errors as they are
 */
export async function reachStripe<T>(work: () => Promise<T>, budgetMs: number = DEADLINES.stripeClick): Promise<T> {
	try {
		return await withinOwnTime(budgetMs, work(), () => {
			// A slow machine of our own gets the same code: the outcome is unknown.
			throw upstream(new Error("No answer within the time of a click"));
		});
	} catch (error) {
		if (error instanceof Stripe.errors.StripeError) throw upstream(error);
		throw error;
	}
}

/** Whether Stripe reports that an object doesn't exist or was deleted. */
export function isMissing(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

function upstream(cause: Error): AppError {
	return new AppError("upstream", "The payment service does not answer right now. Please try again in a moment.", {
		cause,
	});
}
