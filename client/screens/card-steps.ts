import { screen, user, waitFor } from "./screen.tsx";

/** In Previews: shows one app, and the fields of its own card. */
export async function customize(app: string): Promise<HTMLElement> {
	await user.click(await screen.findByRole("tab", { name: new RegExp(`^${app}`) }));
	const name = app === "Slack" ? "Everyone else" : app;
	return await waitFor(() => {
		const card = screen.getByLabelText(new RegExp(`^Title for ${name}`)).closest("details");
		if (!card) throw new Error("The fields are behind no title");
		if (!card.open) card.querySelector("summary")?.click();
		return card;
	});
}
