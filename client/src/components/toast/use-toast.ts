import { useSyncExternalStore } from "react";
import { ApiError } from "#client/lib/api-client.ts";

export type ToastVariant = "default" | "destructive" | "success";
export type Toast = {
	id: number;
	title: string;
	description?: string | undefined;
	variant: ToastVariant;
	requestId: string | null;
	action: ToastAction | undefined;
};
/** One button in a toast; pressing it takes the toast away. */
export type ToastAction = { label: string; run: () => void };
/** error: what the toast is about; where it is the server's failure, the request's id is shown. */
type NewToast = { title: string; description?: string; variant?: ToastVariant; error?: unknown; action?: ToastAction };

/**
 * Shows a toast in place of the one that is there: one at a time. May be called from anywhere.
 * @returns its id, to take it away before its time
 */
export function toast({ title, description, variant = "default", error, action }: NewToast): number {
	lastId += 1;
	const requestId = error instanceof ApiError ? error.requestId : null;
	set({ id: lastId, title, description, variant, requestId, action });
	return lastId;
}

/** Says that something failed: the toast of P108, with the id of the request where the failure is the server's. */
export function toastFailure(description: string, error: unknown, action?: ToastAction): void {
	toast({ title: "Error", description, variant: "destructive", error, ...(action && { action }) });
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: number): void {
	if (current?.id === id) set(null);
}

/** The toast to show now, or null. */
export function useToast(): Toast | null {
	return useSyncExternalStore(
		subscribe,
		() => current,
		() => null,
	);
}

// A toast outlives the screen that raised it (success, then a redirect), so it is kept outside the components.
let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
	current = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
