import { screen, user, waitFor, within } from "./screen.tsx";

/** In Previews: shows one app, and the fields of its own card, which open when the saved cards are there. */
export async function customize(app: string): Promise<HTMLElement> {
	await user.click(await screen.findByRole("tab", { name: new RegExp(`^${app}`) }));
	const name = app === "Slack" ? "Everyone else" : app;
	return await waitFor(() => {
		const card = screen.getByLabelText(new RegExp(`^Title for ${name}`)).closest("details");
		if (!card) throw new Error("The fields are behind no title");
		if (!card.open) card.querySelector("summary")?.click();
		const isLocked = within(card).queryByRole("link", { name: "Upgrade to use this feature" }) !== null;
		if (card.querySelector("fieldset")?.disabled && !isLocked) throw new Error("The saved cards are on their way");
		return card;
	});
}
