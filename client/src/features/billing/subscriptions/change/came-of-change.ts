import { useSyncExternalStore } from "react";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import type { PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { endOf } from "../plan/plan-end.ts";

export type SubscriptionChange = "cancel" | "reactivate" | "keepPlan" | "cancelAlsoPaying";

/** One per change with an unknown outcome; each asks the server once. Immutable, replaced on every change. */
let checks: readonly (() => Promise<void>)[] = [];
const listeners = new Set<() => void>();

/** Whether a failed call may still have been executed: not after a client error. */
export function mayBeDone(error: unknown): boolean {
	return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError;
}

/**
 * Waits for the outcome of a change whose response was lost (P266). The server is asked once, and again with each
 * `checkAgain`.
 * @returns the current subscription, and whether the change was made
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

export function useIsChecking(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => checks.length > 0,
		() => false,
	);
}

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

/** The subscription as freshly read from Stripe; null while a change is in progress or Stripe can't be read. */
async function readVerified(): Promise<ActiveSubscription | null> {
	try {
		const active = await apiGet<ActiveSubscription>(`${API.subscriptions.active}?session_id=`);
		return active.verified ? active : null;
	} catch (error) {
		if (mayBeDone(error)) return null;
		throw error;
	}
}

/** Whether the subscription has already ended, rather than ending with its period. */
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

/** Whether someone has this plan and interval, or has planned it. */
export function isPlan({ planId, isAnnual }: PaidPlan, other: PaidPlan | null | undefined): boolean {
	return other?.planId === planId && other.isAnnual === isAnnual;
}
