import { expect } from "vitest";
import { screen, user, waitFor, within } from "./screen.tsx";

/** The links of the dashboard's list whose rows are there now. */
export function rows(): HTMLElement[] {
	return within(screen.getByRole("list", { name: "Your Links" })).queryAllByRole("toolbar");
}

/** Waits until the list has so many rows. */
export async function expectRows(count: number): Promise<void> {
	await waitFor(() => expect(rows()).toHaveLength(count));
}

/** Waits until the focus is on something of the first row. */
export async function expectFocusInFirstRow(): Promise<void> {
	await waitFor(() => expect(rows()[0]?.contains(document.activeElement)).toBe(true));
}

/** Opens the menu of the link with this title, and chooses from it. */
export async function chooseInMenu(title: string, entry: string): Promise<void> {
	await user.click(await screen.findByRole("button", { name: `More for ${title}` }));
	await user.click(await screen.findByRole("menuitem", { name: entry }));
}

/** Opens the menu of the whole list, and chooses from it. */
export async function chooseOfList(entry: string): Promise<void> {
	await user.click(await screen.findByRole("button", { name: "More for this list" }));
	await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${entry}`) }));
}

/** The row of the link that has just been made. */
export async function madeRow(): Promise<HTMLElement> {
	return await waitFor(() => {
		const list = within(screen.getByRole("list", { name: "Your Links" })).getAllByRole("listitem");
		const made = list.find((row) => within(row).queryByText("New", { exact: true }));
		if (!made) throw new Error("No row is marked as new");
		return made;
	});
}
