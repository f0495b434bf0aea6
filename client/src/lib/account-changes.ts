import { useEffect, useRef } from "react";
import { type AccountChange, accountChange } from "#shared/account/events/account-change.ts";
import { API } from "#shared/platform/api-paths.ts";
import { onStillSignedIn, publishSessionInDoubt } from "./still-signed-in.ts";

/** A change of the account, or "gap": some may have been missed. */
type Change = AccountChange | "gap";
type Listener = (change: Change) => void;
/** "open": the stream opened, and nothing was missed since an earlier one. */
type Publish = (change: Change | "open") => void;
/** `onlyVisible`: skips changes while the page is hidden, then gets a gap. `onOpen`: the stream opened. */
type Follower = { listener: Listener; onlyVisible: boolean; onOpen: () => void };

/** Name of the lock that the streaming tab holds, and of the channel to the others. */
const NAME = "visualink-events";

const followers = new Set<Follower>();
let closing: AbortController | null = null;
/** In the back/forward cache, and after it until the server confirms the same user (P272). */
let isLeft = false;
let wasHidden = false;

/** Exponential backoff after a refused stream: first and longest wait. */
const RETRY_MS = { first: 5_000, longest: 5 * 60_000 };

/** Subscribes to the account's changes (P402). A browser's tabs share one stream. */
export function useAccountChanges(
	listener: Listener,
	{ onlyVisible = false, onOpen = () => {} }: Partial<Omit<Follower, "listener">> = {},
): void {
	const latest = useRef({ listener, onOpen });
	useEffect(() => {
		latest.current = { listener, onOpen };
	});
	useEffect(() => {
		const follower: Follower = {
			listener: (change) => latest.current.listener(change),
			onOpen: () => latest.current.onOpen(),
			onlyVisible,
		};
		followers.add(follower);
		update();
		return () => {
			followers.delete(follower);
			update();
		};
	}, [onlyVisible]);
}

function update(): void {
	// Adding the same listener again has no effect.
	window.addEventListener("pagehide", leave);
	onStillSignedIn(resume);
	document.addEventListener("visibilitychange", onVisibility);
	wasHidden ||= isHidden();
	const isNeeded = [...followers].some(isFollowing);
	if (isNeeded && closing === null) open();
	if (!isNeeded) close();
}

function isFollowing({ onlyVisible }: Follower): boolean {
	return !isLeft && !(onlyVisible && isHidden());
}

function isHidden(): boolean {
	return document.visibilityState === "hidden";
}

function open(): void {
	closing = new AbortController();
	const { signal } = closing;
	const others = new BroadcastChannel(NAME);
	others.onmessage = ({ data }) => publishHere(data);
	signal.addEventListener("abort", () => others.close());
	const publish: Publish = (change) => {
		publishHere(change);
		others.postMessage(change);
	};
	void takeTurn(signal, publish).catch(() => {
		// Closed while another tab had the stream.
	});
}

function close(): void {
	closing?.abort();
	closing = null;
}

/** The back/forward cache rejects pages with a stream, a lock or a channel. */
function leave({ persisted }: PageTransitionEvent): void {
	isLeft = persisted;
	close();
}

function resume(): void {
	isLeft = false;
	update();
	publishHere("gap");
}

function onVisibility(): void {
	update();
	if (isHidden() || !wasHidden) return;
	wasHidden = false;
	for (const follower of followers) if (follower.onlyVisible && isFollowing(follower)) follower.listener("gap");
}

/** Holds the stream, now or when the tab that has it closes. */
async function takeTurn(signal: AbortSignal, publish: Publish): Promise<void> {
	// Only secure pages have locks; elsewhere each tab has its own stream.
	const { locks } = navigator as { locks?: LockManager };
	if (!locks) return holdStream(signal, publish);
	const isHeld = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
		if (lock !== null) await holdStream(signal, publish);
		return lock !== null;
	});
	if (isHeld || signal.aborted) return;
	await locks.request(NAME, { signal }, () => holdStream(signal, publish, { isTakenOver: true }));
}

/** Resolves when the signal is aborted. Changes between another tab's stream and this one may be missed. */
function holdStream(signal: AbortSignal, publish: Publish, { isTakenOver = false } = {}): Promise<void> {
	return new Promise((resolve) => {
		let retry: ReturnType<typeof setTimeout> | undefined;
		let waitMs = RETRY_MS.first;
		let wasOpen = isTakenOver;
		let source: EventSource;
		const connect = () => {
			source = new EventSource(API.events);
			source.onopen = () => {
				if (wasOpen) {
					publishSessionInDoubt();
					publish("gap");
				} else publish("open");
				wasOpen = true;
				waitMs = RETRY_MS.first;
			};
			source.onerror = () => {
				// The browser reconnects a broken stream, but not a refused one.
				if (source.readyState !== EventSource.CLOSED) return;
				publishSessionInDoubt();
				retry = setTimeout(connect, waitMs);
				waitMs = Math.min(waitMs * 2, RETRY_MS.longest);
			};
			source.addEventListener("gap", () => publish("gap"));
			source.addEventListener("change", ({ data }) => {
				const { data: change } = accountChange.safeParse(JSON.parse(data));
				if (change) publish(change);
			});
		};
		if (signal.aborted) return resolve();
		connect();
		signal.addEventListener("abort", () => {
			clearTimeout(retry);
			source.close();
			resolve();
		});
	});
}

function publishHere(change: Change | "open"): void {
	for (const follower of followers) {
		if (!isFollowing(follower)) continue;
		if (change === "open") follower.onOpen();
		else follower.listener(change);
	}
}
