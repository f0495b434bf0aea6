import { useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "./storage.ts";

const KEY = "visualink.waiting-page";
/** Long enough to sign in, give consent and pay; then it expires. */
const KEPT_MS = 3_600_000;

type Kept = { search: string; at: number; isConfirmed: boolean };

const watching = new Set<() => void>();

/**
 * Keeps the page that the form of a new link is to begin with, for this tab alone, while someone signs in or subscribes
 * (P164). In the tab and not in sign-in's `returnTo`: it may be longer than that, and outlives onboarding and checkout.
 * @param search what named it in the form's own address, from its question mark on
 */
export function keepWaitingPage(search: string): void {
	write({ search, at: Date.now(), isConfirmed: false });
}

/** Notes that the user chose to go on with the page that waits: the form may then read it at once (P243). */
export function confirmWaitingPage(): void {
	const kept = read();
	if (kept) write({ ...kept, isConfirmed: true });
}

/** What `keepWaitingPage` was given; null where nothing waits. */
export function waitingPage(): string | null {
	return read()?.search ?? null;
}

/** Whether `confirmWaitingPage` was called for the page that waits. */
export function isWaitingPageConfirmed(): boolean {
	return read()?.isConfirmed ?? false;
}

export function forgetWaitingPage(): void {
	removeStored("session", KEY);
	tellAll();
}

/** `waitingPage`, kept up to date. */
export function useWaitingPage(): string | null {
	return useSyncExternalStore(watch, waitingPage, () => null);
}

function watch(onChange: () => void): () => void {
	watching.add(onChange);
	return () => watching.delete(onChange);
}

function tellAll(): void {
	for (const tell of watching) tell();
}

function write(kept: Kept): void {
	writeStored("session", KEY, JSON.stringify(kept));
	tellAll();
}

function read(): Kept | null {
	const text = readStored("session", KEY);
	if (text === null) return null;
	try {
		const { search, at, isConfirmed } = JSON.parse(text) as { [name in keyof Kept]?: unknown };
		if (typeof search !== "string" || typeof at !== "number") return null;
		return Date.now() - at < KEPT_MS ? { search, at, isConfirmed: isConfirmed === true } : null;
	} catch {
		return null;
	}
}
