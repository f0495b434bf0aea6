import { expect, it, onTestFinished, vi } from "vitest";
import { chooseImage, description, openNewLink, shownImage, slugField, title } from "./link-form.ts";
import { expectNoise } from "./noise.ts";
import { country, pickCountry } from "./onboarding-form.ts";
import { becomePerson } from "./person.ts";
import { expectValue, field, fill, openScreen, reloadScreen, screen, user, waitFor } from "./screen.tsx";

/** The next element that React takes out of the page is not where React left it. */
function breakNextRemoval(): void {
	expectNoise(/could not be shown|NotFoundError/);
	const removal = vi.spyOn(Node.prototype, "removeChild").mockImplementationOnce(() => {
		throw new DOMException("The node to be removed is not a child of this node.", "NotFoundError");
	});
	onTestFinished(() => removal.mockRestore());
}

/** Leaves the page as a browser does, and loads it again. */
function loadAgain(): void {
	window.dispatchEvent(new Event("pagehide"));
	reloadScreen();
}

it("a broken page keeps what was typed of a link until it is loaded again, once (P516)", async () => {
	await becomePerson({ plan: "pro" });
	await openNewLink();
	fill(title(), "Summer in the Algarve");
	fill(description(), "Eleven quiet beaches.");
	fill(slugField(), "beaches");
	await chooseImage();
	await waitFor(() => expect(shownImage()).toMatch(/^\/images\//));
	breakNextRemoval();
	await user.click(screen.getByRole("button", { name: "Remove image" }));
	await screen.findByRole("heading", { name: "This page could not be shown" });
	screen.getByText("We'll keep what you typed. You may have to choose images again.");
	screen.getByText(/^Either the connection was lost/);
	loadAgain();
	await expectValue(title, "Summer in the Algarve");
	expect([description().value, slugField().value]).toEqual(["Eleven quiet beaches.", "beaches"]);
	loadAgain();
	await expectValue(title, "");
});

it("a broken page keeps a profile, and says so where a translator may have broken it (P516)", async () => {
	await becomePerson();
	openScreen("/onboarding");
	await waitFor(() => fill(field("Full name"), "Augusta Ada King"));
	await pickCountry("Portugal");
	await user.click(screen.getByRole("tab", { name: "Business" }));
	await waitFor(() => fill(field("Business name"), "Analytical Engines"));
	document.documentElement.classList.add("translated-ltr");
	onTestFinished(() => document.documentElement.classList.remove("translated-ltr"));
	breakNextRemoval();
	await user.click(screen.getByRole("tab", { name: "Individual" }));
	await screen.findByText(/Turn off translation for this page, then load it again\.$/);
	loadAgain();
	await waitFor(() => expect(field("Full name").value).toBe("Augusta Ada King"));
	expect(country().textContent).toContain("Portugal");
});
