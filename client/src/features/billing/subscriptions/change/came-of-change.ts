import { useSyncExternalStore } from "react";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import type { PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { endOf } from "../plan/plan-end.ts";

export type SubscriptionChange = "cancel" | "reactivate" | "keepPlan" | "cancelAlsoPaying";

/** One for each change whose outcome is not known yet; each asks the server once. Replaced with every change. */
let checks: readonly (() => Promise<void>)[] = [];
const listeners = new Set<() => void>();

/** Whether a call that failed may still have been carried out: the fault was not the caller's. */
export function mayBeDone(error: unknown): boolean {
	return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError;
}

/**
 * Waits for the outcome of a change with a lost answer (P266), also of one to another plan. The server is asked once, and
 * then whenever `checkAgain` is called.
 * @returns the present subscription, and whether the change was made
 */
export function cameOf(
	change: SubscriptionChange | PaidPlan,
): Promise<{ active: ActiveSubscription; isDone: boolean }> {
	return new Promise((resolve, reject) => {
		async function check(): Promise<void> {
			try {
				const active = await readVerified();
				if (!active) return;
				resolve({ active, isDone: isDone(change, active) });
			} catch (error) {
				reject(error);
			}
			setChecks(checks.filter((other) => other !== check));
		}
		setChecks([...checks, check]);
		void check();
	});
}

/** Whether the outcome of a change is being waited for. */
export function useIsChecking(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => checks.length > 0,
		() => false,
	);
}

/** Asks for each outcome that is waited for. */
export async function checkAgain(): Promise<void> {
	await Promise.all(checks.map((check) => check()));
}

function setChecks(present: typeof checks): void {
	checks = present;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** The subscription once no change is under way and Stripe itself was read; null while either can't be said. */
async function readVerified(): Promise<ActiveSubscription | null> {
	try {
		const active = await apiGet<ActiveSubscription>(`${API.subscriptions.active}?session_id=`);
		return active.verified ? active : null;
	} catch (error) {
		if (mayBeDone(error)) return null;
		throw error;
	}
}

/** Whether the subscription has ended, and not only will end with its period. */
export function hasEnded({ subscription }: Pick<ActiveSubscription, "subscription">): boolean {
	return subscription === null || subscription.status === "canceled";
}

function isDone(change: SubscriptionChange | PaidPlan, { subscription, alsoPaying }: ActiveSubscription): boolean {
	if (typeof change === "object") return isPlan(change, subscription) || isPlan(change, subscription?.plannedChange);
	if (change === "cancelAlsoPaying") return alsoPaying.length === 0;
	if (change === "cancel") return hasEnded({ subscription }) || (subscription !== null && endOf(subscription) !== null);
	if (subscription === null) return false;
	return change === "reactivate" ? endOf(subscription) === null : subscription.plannedChange === null;
}

/** Whether someone has this plan and interval, or has it planned. */
export function isPlan({ planId, isAnnual }: PaidPlan, other: PaidPlan | null | undefined): boolean {
	return other?.planId === planId && other.isAnnual === isAnnual;
}
