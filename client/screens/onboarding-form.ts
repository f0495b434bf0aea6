import { field, fill, screen, user } from "./screen.tsx";

export const country = () => field("Country of residence");

export async function pickCountry(name: string): Promise<void> {
	await user.click(country());
	fill(await screen.findByPlaceholderText("Search country..."), name);
	// The chosen one says so after its name.
	await user.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
}

export async function consent(): Promise<void> {
	await user.click(screen.getByRole("checkbox", { name: /terms and conditions/ }));
	await user.click(screen.getByRole("checkbox", { name: /privacy policy/ }));
}

export async function saveProfile(): Promise<void> {
	await user.click(screen.getByRole("button", { name: "Save and continue" }));
}
