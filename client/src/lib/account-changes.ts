import { useEffect, useRef } from "react";
import { API } from "#shared/api-paths.ts";
import { type AccountChange, accountChange } from "#shared/events/account-change.ts";

/** A change of the account, or "gap": some may have been missed. */
type Change = AccountChange | "gap";
type Listener = (change: Change) => void;

/** Of the lock that the tab with the stream holds, and of the channel to the others. */
const NAME = "visualink-events";

const listeners = new Set<Listener>();
let closing: AbortController | null = null;

/**
 * Calls back with changes of the account that the server publishes (P402). All tabs of a browser share one stream,
 * which is open only while a screen needs it.
 */
export function useAccountChanges(listener: Listener): void {
	const latest = useRef(listener);
	useEffect(() => {
		latest.current = listener;
	});
	useEffect(() => {
		const tell: Listener = (change) => latest.current(change);
		listeners.add(tell);
		open();
		return () => {
			listeners.delete(tell);
			if (listeners.size === 0) close();
		};
	}, []);
}

function open(): void {
	if (closing !== null) return;
	closing = new AbortController();
	const { signal } = closing;
	const others = new BroadcastChannel(NAME);
	others.onmessage = ({ data }) => tellHere(data);
	signal.addEventListener("abort", () => others.close());
	const say = (change: Change) => {
		tellHere(change);
		others.postMessage(change);
	};
	void takeTurn(signal, say).catch(() => {
		// Closed while another tab had the stream.
	});
	// A page in the back/forward cache must not hold the stream.
	window.addEventListener("pagehide", close, { signal });
	window.addEventListener("pageshow", openAgain);
}

function close(): void {
	closing?.abort();
	closing = null;
}

function openAgain({ persisted }: PageTransitionEvent): void {
	if (!persisted || listeners.size === 0) return;
	open();
	tellHere("gap");
}

/** Holds the stream, at once or when the tab that has it closes. */
async function takeTurn(signal: AbortSignal, say: Listener): Promise<void> {
	// Only secure pages have locks; elsewhere each tab has a stream of its own.
	const { locks } = navigator as { locks?: LockManager };
	if (!locks) return holdStream(signal, say);
	const isHeld = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
		if (lock !== null) await holdStream(signal, say);
		return lock !== null;
	});
	if (isHeld || signal.aborted) return;
	await locks.request(NAME, { signal }, () => {
		say("gap");
		return holdStream(signal, say);
	});
}

function holdStream(signal: AbortSignal, say: Listener): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) return resolve();
		const source = new EventSource(API.events);
		let wasOpen = false;
		source.onopen = () => {
			if (wasOpen) say("gap");
			wasOpen = true;
		};
		source.addEventListener("gap", () => say("gap"));
		source.addEventListener("change", ({ data }) => {
			const { data: change } = accountChange.safeParse(JSON.parse(data));
			if (change) say(change);
		});
		signal.addEventListener("abort", () => {
			source.close();
			resolve();
		});
	});
}

function tellHere(change: Change): void {
	for (const listener of listeners) listener(change);
}
