import { ApiError, apiGet } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { ActiveSubscription } from "#shared/subscriptions/subscription.ts";
import { endOf } from "../plan/plan-status.tsx";

export type SubscriptionChange = "cancel" | "reactivate" | "keepPlan" | "cancelAlsoPaying";

/** Between two questions, and how many of them: a slow Stripe takes half a minute for one change. */
const ASK_EVERY_MS = 2_000;
const QUESTIONS = 45;

/** The outcome of a change was unknown for a minute and a half. */
export class UnknownOutcomeError extends Error {}

/** Whether a call that failed may still have been carried out: the fault was not the caller's. */
export function mayBeDone(error: unknown): boolean {
	return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError;
}

/**
 * Asks for the outcome of a change with a lost answer, until the server knows (P266).
 * @returns the present subscription, and whether the change was made
 * @throws UnknownOutcomeError when it was unknown for a minute and a half
 */
export async function cameOf(
	change: SubscriptionChange,
	wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<{ active: ActiveSubscription; isDone: boolean }> {
	for (let asked = 0; asked < QUESTIONS; asked++) {
		await wait(ASK_EVERY_MS);
		const active = await readSettled();
		if (active) return { active, isDone: isDone(change, active) };
	}
	throw new UnknownOutcomeError();
}

/** null while it is not known, and while the server can't be reached. */
async function readSettled(): Promise<ActiveSubscription | null> {
	try {
		const { settled } = await apiGet<{ settled: boolean }>(API.subscriptions.settled);
		return settled ? await apiGet<ActiveSubscription>(API.subscriptions.active) : null;
	} catch (error) {
		if (mayBeDone(error)) return null;
		throw error;
	}
}

/** Whether the subscription has ended, and not only will end with its period. */
export function hasEnded({ subscription }: Pick<ActiveSubscription, "subscription">): boolean {
	return subscription === null || subscription.status === "canceled";
}

function isDone(change: SubscriptionChange, { subscription, alsoPaying }: ActiveSubscription): boolean {
	if (change === "cancelAlsoPaying") return alsoPaying.length === 0;
	if (change === "cancel") return hasEnded({ subscription }) || (subscription !== null && endOf(subscription) !== null);
	if (subscription === null) return false;
	return change === "reactivate" ? endOf(subscription) === null : subscription.plannedChange === null;
}
