import { afterEach, beforeEach, inject, vi } from "vitest";
import { departures, PageRequest, pageFetch } from "./network.ts";
import { expectQuietConsole, watchConsole } from "./noise.ts";
import { querySelector } from "./query-selector.ts";
import { closeScreen } from "./screen.tsx";
import { Stream } from "./stream.ts";

/** What happy-dom lacks, or has for one address only. */

class Observer {
	observe() {}
	unobserve() {}
	disconnect() {}
	takeRecords() {
		return [];
	}
}

(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(inject("screensOrigin"));
Object.assign(globalThis, {
	IS_REACT_ACT_ENVIRONMENT: false,
	fetch: pageFetch,
	XMLHttpRequest: PageRequest,
	ResizeObserver: Observer,
	IntersectionObserver: Observer,
	EventSource: Stream,
});
window.scrollTo = vi.fn();
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.querySelector = querySelector;
window.location.assign = (address) => void departures.push(String(address));

beforeEach(watchConsole);
afterEach(async () => {
	await closeScreen();
	expectQuietConsole();
});
