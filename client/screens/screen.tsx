import "#client/lib/zod-config.ts";
import type { QueryClient } from "@tanstack/react-query";
import { configure, waitFor, within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { createRoot, type Root } from "react-dom/client";
import { expect, onTestFinished, vi } from "vitest";
import { App } from "#client/app.tsx";
import { dismissToast, toast, undoLast } from "#client/components/toast/use-toast.ts";
import { checkAgain } from "#client/features/billing/subscriptions/change/came-of-change.ts";
import { createQueryClient } from "#client/lib/query-client.ts";
import { publishStillSignedIn } from "#client/lib/still-signed-in.ts";
import { calls, departures, resetNetwork } from "./network.ts";

// Looking up whether each ancestor is hidden costs more than the tests themselves; the limit is only met by what is red.
configure({ defaultHidden: true, asyncUtilTimeout: 60_000, getElementError: (text) => new Error(text ?? "Not found") });

export { waitFor, within };
/** Everything on the page, by Testing Library's queries. */
export const screen = within(document.body);
/** Presses and types as a person does. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

let shown: { root: Root; queryClient: QueryClient } | null = null;

/** Opens a page of the client as its address bar would, instead of the one that is open. */
export function openScreen(path: string): void {
	unloadScreen();
	history.replaceState(null, "", path);
	calls.length = 0;
	const place = document.createElement("div");
	place.id = "root";
	document.body.append(place);
	const queryClient = createQueryClient();
	const root = createRoot(place);
	shown = { root, queryClient };
	root.render(<App queryClient={queryClient} />);
}

/** Closes it, with all that it stored in the browser and in the client's modules. Each test ends with this. */
export async function closeScreen(): Promise<void> {
	vi.useRealTimers();
	unloadScreen();
	resetNetwork();
	await resetModuleState();
	document.title = "";
	localStorage.clear();
	sessionStorage.clear();
}

/** A root that stays mounted follows the next test's address, and fails there: its portals are no longer in the body. */
function unloadScreen(): void {
	shown?.root.unmount();
	shown?.queryClient.clear();
	shown = null;
	document.body.innerHTML = "";
}

/** Resets what modules of the client remember, because all files of a process share them. */
async function resetModuleState(): Promise<void> {
	// Changes with an unknown outcome end here: nobody is signed in any longer, which the server answers with a 401.
	await checkAgain();
	// The last toast, and what Ctrl + Z would undo.
	toast({ title: "The last one", action: { label: "Undo", run: () => {} } });
	undoLast();
	// That the page was hidden, or in the back/forward cache.
	document.dispatchEvent(new Event("visibilitychange"));
	publishStillSignedIn();
}

/** Waits until the address is this one. */
export async function expectPath(path: string): Promise<void> {
	await waitFor(() => expect(location.pathname + location.search).toBe(path));
}

/** All toasts. */
export const toasts = () => within(screen.getByRole("region", { name: /Notifications/ }));

/** Waits for a toast with exactly these words. */
export async function expectToast(title: string, description?: string): Promise<void> {
	await waitFor(() => {
		expect(toasts().getAllByText(title)).not.toEqual([]);
		if (description) expect(toasts().getAllByText(description)).not.toEqual([]);
	});
}

/** Waits until this element has the focus. */
export async function expectFocus(find: () => Element): Promise<void> {
	await waitFor(() => expect(document.activeElement).toBe(find()));
}

/** The field with this label. */
export function field(label: string | RegExp): HTMLInputElement {
	return screen.getByLabelText(label);
}

/** Sets the whole text of a field at once. */
export function fill(element: HTMLElement, text: string): void {
	element.focus();
	const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
	element.dispatchEvent(new Event("input", { bubbles: true }));
	element.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The whole text of what a label is part of. */
export function labeled(label: string): string | null | undefined {
	return screen.getByText(label).parentElement?.textContent;
}

/** Waits until the field has this value. */
export async function expectValue(find: () => HTMLInputElement, value: string): Promise<void> {
	await waitFor(() => expect(find().value).toBe(value));
}

/** The texts that a field is described by: its hint or its mistake. */
export function messagesOf(element: Element): string[] {
	const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
	return ids.map((id) => document.getElementById(id)?.textContent ?? "");
}

/** Waits for a toast with exactly these words that reports a failure. */
export async function expectFailureToast(title: string, description: string): Promise<void> {
	await waitFor(() => checkFailureToast(title, description));
}

/** The same where nothing can be waited for, as the clock is stopped. */
export function checkFailureToast(title: string, description: string): void {
	const region = screen.getByRole("region", { name: /Notifications/ });
	const said = [...region.querySelectorAll("svg.text-danger + div > div")].map(({ textContent }) => textContent);
	expect(said).toEqual([title, description]);
}

/** Lets the page draw so many frames, for what must not happen in any of them. */
export async function passFrames(count: number): Promise<void> {
	for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

/** Stops the page's timers. @returns lets so many milliseconds go by for them, and the page draw what comes of it */
export function stopClock(): (ms: number) => Promise<void> {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	return async (ms) => {
		await vi.advanceTimersByTimeAsync(ms);
		for (let turn = 0; turn < 10; turn += 1) {
			await passFrames(1);
			await vi.advanceTimersByTimeAsync(0);
		}
	};
}

/** Loads the page again, as `page.reload` does: with cookies, storage and rules as they are. */
export function reloadScreen(path = location.pathname + location.search): void {
	dismissToast(toast({ title: "The last one" }));
	openScreen(path);
}

/** Presses the button with this name once it is there and enabled. */
export async function press(name: string | RegExp, place: Pick<typeof screen, "getByRole"> = screen): Promise<void> {
	const button = () => place.getByRole<HTMLButtonElement>("button", { name });
	await waitFor(() => expect(button().disabled).toBe(false));
	await user.click(button());
}

/** Waits until the screen has sent the tab to another document. @returns its address, which is not loaded */
export async function expectDeparture(address: RegExp): Promise<string> {
	await waitFor(() => expect(departures.at(-1)).toMatch(address));
	return departures.pop() ?? "";
}
