import { useSyncExternalStore } from "react";
import { ApiError } from "#client/lib/api-client.ts";

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
export type ToastAction = { label: string; run: () => void };
/** error: the cause; for server failures the toast shows the request's id. */
type NewToast = {
	title: string;
	description?: string;
	variant?: ToastVariant;
	error?: unknown;
	action?: ToastAction;
	actions?: ToastAction[];
};

/** Replaces the current toast. @returns its id, for dismissing it early */
export function toast({ title, description, variant = "default", error, action, actions = [] }: NewToast): number {
	lastId += 1;
	const requestId = error instanceof ApiError ? error.requestId : null;
	const shownActions = action ? [withUndoDone(action), ...actions] : actions;
	const undo = action?.label === UNDO ? action : undefined;
	if (undo) lastUndo = { toastId: lastId, run: undo.run };
	set({ id: lastId, title, description, variant, requestId, actions: shownActions });
	return lastId;
}

/** The failure toast of P108, with the request's id for server failures. */
export function toastFailure(description: string, error: unknown, action?: ToastAction): void {
	toast({ title: "Error", description, variant: "destructive", error, ...(action && { action }) });
}

/** Dismisses a toast, unless another has replaced it. */
export function dismissToast(id: number): void {
	if (current?.id === id) set(null);
}

/** The current toast, or null. */
export function useToast(): Toast | null {
	return useSyncExternalStore(
		subscribe,
		() => current,
		() => null,
	);
}

/** Undoes the last toast's change, once. @returns whether there was one */
export function undoLast(): boolean {
	const undo = lastUndo;
	lastUndo = null;
	if (!undo) return false;
	if (current && current.id === undo.toastId) set(null);
	undo.run();
	return true;
}

// Outside the components, because a toast outlives its screen (success, then a redirect).
let current: Toast | null = null;
let lastId = 0;
let lastUndo: { toastId: number; run: () => void } | null = null;
const listeners = new Set<() => void>();

/** The button also clears the key's undo. */
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
