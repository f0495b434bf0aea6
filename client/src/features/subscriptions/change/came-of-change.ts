import { useSyncExternalStore } from "react";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { ActiveSubscription } from "#shared/subscriptions/subscription.ts";
import { endOf } from "../plan/plan-status.tsx";

export type SubscriptionChange = "cancel" | "reactivate" | "keepPlan" | "cancelAlsoPaying";

/** One for each change whose outcome is not known yet; each asks the server once. Replaced with every change. */
let checks: readonly (() => Promise<void>)[] = [];
const listeners = new Set<() => void>();

/** Whether a call that failed may still have been carried out: the fault was not the caller's. */
export function mayBeDone(error: unknown): boolean {
	return error instanceof ApiError ? error.status >= 500 : error instanceof TypeError;
}

/**
 * Waits for the outcome of a change with a lost answer (P266). The server is asked once, and then whenever `checkAgain` is
 * called.
 * @returns the present subscription, and whether the change was made
 */
export function cameOf(change: SubscriptionChange): Promise<{ active: ActiveSubscription; isDone: boolean }> {
	return new Promise((resolve, reject) => {
		async function check(): Promise<void> {
			try {
				const active = await readSettled();
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
