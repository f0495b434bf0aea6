import { useSyncExternalStore } from "react";
import { ApiError } from "#client/lib/api-client.ts";

/** What the button is called that takes back what was done; Ctrl or ⌘ + Z presses it. */
const UNDO = "Undo";

export type ToastVariant = "default" | "destructive" | "success";
export type Toast = {
	id: number;
	title: string;
	description?: string | undefined;
	variant: ToastVariant;
	requestId: string | null;
	actions: ToastAction[];
};
/** A button in a toast; pressing it takes the toast away. */
export type ToastAction = { label: string; run: () => void };
/** error: what the toast is about; where it is the server's failure, the request's id is shown. */
type NewToast = {
	title: string;
	description?: string;
	variant?: ToastVariant;
	error?: unknown;
	action?: ToastAction;
	actions?: ToastAction[];
};

/**
 * Shows a toast instead of the one that is there: one at a time. May be called from anywhere.
 * @returns its id, to take it away before its time
 */
export function toast({ title, description, variant = "default", error, action, actions = [] }: NewToast): number {
	lastId += 1;
	const requestId = error instanceof ApiError ? error.requestId : null;
	const shownActions = action ? [withUndoDone(action), ...actions] : actions;
	const undo = action?.label === UNDO ? action : undefined;
	if (undo) lastUndo = { toastId: lastId, run: undo.run };
	set({ id: lastId, title, description, variant, requestId, actions: shownActions });
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

/** Takes back what the last toast offered to undo, once. @returns whether there was anything */
export function undoLast(): boolean {
	const undo = lastUndo;
	lastUndo = null;
	if (!undo) return false;
	if (current && current.id === undo.toastId) set(null);
	undo.run();
	return true;
}

// A toast outlives the screen that raised it (success, then a redirect), so it is kept outside the components.
let current: Toast | null = null;
let lastId = 0;
/** Stays when its toast goes: until it was done, or something else can be undone. */
let lastUndo: { toastId: number; run: () => void } | null = null;
const listeners = new Set<() => void>();

/** What was undone by its button can't be undone by the key once more. */
function withUndoDone(action: ToastAction): ToastAction {
	if (action.label !== UNDO) return action;
	return {
		...action,
		run: () => {
			lastUndo = null;
			action.run();
		},
	};
}

function set(next: Toast | null): void {
	current = next;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
