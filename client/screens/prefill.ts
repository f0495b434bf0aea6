import { expect, onTestFinished } from "vitest";
import { shownImage } from "./link-form.ts";
import { screen, user, waitFor, within } from "./screen.tsx";

/** The form of a new link that is filled in from a page of the sandbox's made-up web (docs/sandbox.md). */

/** A host may be asked six times a minute: each test has one of its own. */
export const article = (name: string) => `http://${name}.sandbox.example/article`;
export const TITLE = "Eleven quiet beaches of the Algarve & how to get there";
export const DESCRIPTION = "No car, no crowds: a walk from cove to cove, with the trains that lead there.";
export const COPY = /^\/images\/[0-9a-f]{64}\.jpg$/;

export const start = () => within(screen.getByRole("region", { name: "Start from a page" }));
export const address = () => start().getByLabelText<HTMLInputElement>("Start from a page");
export const status = () => start().getByRole("status").textContent ?? "";
/** Of the start, or one of the page's images. */
export const button = (name: string) =>
	(name.startsWith("Image ") ? screen : start()).getByRole<HTMLButtonElement>("button", {
		name: (text) => text.startsWith(name),
	});

/** The server's mark of a document that its user, or Visualink itself, has opened (P243). */
export function markOwnNavigation(): void {
	document.documentElement.dataset.navigation = "own";
	onTestFinished(() => {
		delete document.documentElement.dataset.navigation;
	});
}

export async function paste(element: HTMLElement, text: string): Promise<void> {
	element.focus();
	await user.paste(text);
}

export async function expectStatus(words: string | RegExp): Promise<void> {
	await waitFor(() => {
		if (typeof words === "string") expect(status()).toBe(words);
		else expect(status()).toMatch(words);
	});
}

export async function expectCopy(): Promise<void> {
	await waitFor(() => expect(shownImage()).toMatch(COPY));
}

export async function expectPressed(name: string): Promise<void> {
	await waitFor(() => expect(button(name).getAttribute("aria-pressed")).toBe("true"));
}
