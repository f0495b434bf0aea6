import { useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "./storage.ts";

const KEY = "visualink.waiting-page";
/** Long enough to sign in, give consent and pay. */
const KEPT_MS = 3_600_000;

type Kept = { search: string; at: number; isConfirmed: boolean };

const watching = new Set<() => void>();

/** Keeps the new link's page in this tab through sign-in and checkout (P164), for which `returnTo` is too short. */
export function keepWaitingPage(search: string): void {
	write({ search, at: Date.now(), isConfirmed: false });
}

/** Notes that the user chose to continue with the stored page, which the form may then read (P243). */
export function confirmWaitingPage(): void {
	const kept = read();
	if (kept) write({ ...kept, isConfirmed: true });
}

/** The argument of `keepWaitingPage`; null if none. */
export function waitingPage(): string | null {
	return read()?.search ?? null;
}

/** Whether `confirmWaitingPage` was called for the stored page. */
export function isWaitingPageConfirmed(): boolean {
	return read()?.isConfirmed ?? false;
}

export function forgetWaitingPage(): void {
	removeStored("session", KEY);
	tellAll();
}

/** `waitingPage` as state. */
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
