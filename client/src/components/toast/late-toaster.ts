import { type ComponentType, useSyncExternalStore } from "react";
import { logFailure } from "#client/lib/log.ts";

/** `isWanted`: the region takes the focus once it is there. */
type Toaster = ComponentType<{ isWanted: boolean }>;

let code: Toaster | null = null;
const listeners = new Set<() => void>();

/** Has the notification region shown at once, by code that loads it with itself. */
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

/** The notification region, or null until its code is there. */
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
