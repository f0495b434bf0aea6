/** Streams of events, which say what a test has them say: a real one is seen in a browser (client/e2e/live-counts.spec.ts). */
export class Stream extends EventTarget {
	static readonly CLOSED = 2;
	static readonly all = new Set<Stream>();
	readonly readyState = 1;
	onopen: (() => void) | null = null;

	constructor() {
		super();
		Stream.all.add(this);
	}

	close(): void {
		Stream.all.delete(this);
	}
}

/** The connection of each stream is made. */
export function openStreams(): void {
	for (const stream of Stream.all) stream.onopen?.();
}

/** The server publishes a change. */
export function publishChange(change: object): void {
	const data = JSON.stringify(change);
	for (const stream of Stream.all) stream.dispatchEvent(new MessageEvent("change", { data }));
}
