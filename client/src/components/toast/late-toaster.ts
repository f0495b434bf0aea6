import { type ComponentType, useSyncExternalStore } from "react";
import { logFailure } from "#client/lib/log.ts";

type Toaster = ComponentType<{ isWanted: boolean }>;

let code: Toaster | null = null;
const listeners = new Set<() => void>();

/** Makes the notification region available immediately, for code that bundles it. */
export function provideToaster(loaded: Toaster): void {
	code = loaded;
	for (const listener of listeners) listener();
}

/** Loads the notification region. A failure is logged only to the console. */
export function loadToaster(): void {
	import("./toaster.tsx").then(
		(module) => provideToaster(module.Toaster),
		(error: unknown) => logFailure("The notifications could not be loaded.", error),
	);
}

/** The notification region; null until loaded. */
export function useToasterCode(): Toaster | null {
	return useSyncExternalStore(
		subscribe,
		() => code,
		() => null,
	);
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
