import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import { browser, calls } from "./network.ts";
import { consent, country, pickCountry, saveProfile } from "./onboarding-form.ts";
import { becomePerson } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	openScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const sent = () => calls.filter(({ path }) => path === API.auth.onboarding);

it("a person who has given consent reads so, and is redirected to the plans", async () => {
	await becomePerson({ hasConsent: true });
	openScreen("/onboarding");
	await expectToast("You are already onboard!");
	await expectPath("/pricing");
});

describe("the form of a new person", () => {
	let email: string;

	beforeEach(async () => {
		({ email } = await becomePerson());
		openScreen("/onboarding");
		await screen.findByLabelText("Full name");
	});

	it("has the e-mail filled in and disabled, and the name from Google", async () => {
		expect(field("Email").value).toBe(email);
		expect(field("Email").disabled).toBe(true);
		const { firstName, lastName } = (await (await browser().get(API.auth.user)).json()) as CurrentUser;
		expect(field("Full name").value).toBe(`${firstName} ${lastName}`);
	});

	it("without a country: toast, focus on the first mistake, nothing sent", async () => {
		await consent();
		await saveProfile();
		await expectFailureToast("Validation Error", "Please select a country of residence.");
		await screen.findByText("Country is required");
		await expectFocus(country);
		expect(sent()).toEqual([]);

		await pickCountry("Portugal");
		await waitFor(() => expect(screen.queryByText("Country is required")).toBeNull());
		// At once: five seconds later, it goes by itself.
		expect(screen.queryByText("Please select a country of residence.")).toBeNull();
	});

	it("asks before what was typed is lost", async () => {
		const home = () => within(screen.getByRole("banner")).getByRole("link", { name: "Visualink" });
		const question = async () => within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
		fill(field("Full name"), "Ada King");
		await user.click(home());
		await user.click((await question()).getByRole("button", { name: "Keep editing" }));
		expect(field("Full name").value).toBe("Ada King");
		await user.click(home());
		await user.click((await question()).getByRole("button", { name: "Leave page" }));
		await expectPath("/");
	});

	it("asks for both consents", async () => {
		await pickCountry("Portugal");
		await saveProfile();
		await screen.findByText("You must accept the terms and conditions");
		screen.getByText("You must accept the privacy policy");
		await expectFocus(() => screen.getByRole("checkbox", { name: /terms and conditions/ }));
	});

	it("asks for the full name", async () => {
		fill(field("Full name"), "  ");
		await saveProfile();
		await screen.findByText("Required");
		await expectFocus(() => field("Full name"));
	});

	it("asks a business for its name and address, and in the EU for its VAT number", async () => {
		await user.click(screen.getByRole("tab", { name: "Business" }));
		await pickCountry("Portugal");
		await saveProfile();
		const required = "Business name, address, and country are required for businesses";
		expect(await screen.findAllByText(required)).toHaveLength(2);
		screen.getByText("Required");
	});

	it("finds countries by typing, and clears the chosen one when it is picked again", async () => {
		await user.click(country());
		const search = await screen.findByPlaceholderText("Search country...");
		expect(screen.getAllByRole("option")).toHaveLength(249);
		fill(search, "xyzzy");
		await screen.findByText("No country found.");
		fill(search, "port");
		const selected = () => screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent);
		await waitFor(() => expect(selected()).toEqual(["Portugal"]));
		await user.keyboard("{Enter}");
		await waitFor(() => expect(country().textContent).toBe("Portugal"));
		await pickCountry("Portugal");
		await waitFor(() => expect(country().textContent).toBe("Select your country"));
	});

	it("shows the VAT number only to businesses of the EU", async () => {
		const vat = () => screen.queryByLabelText("VAT Number");
		await pickCountry("Portugal");
		expect(vat()).toBeNull();
		await user.click(screen.getByRole("tab", { name: "Business" }));
		await screen.findByLabelText("VAT Number");
		await pickCountry("Switzerland");
		await waitFor(() => expect(vat()).toBeNull());
		await pickCountry("Greece");
		await screen.findByLabelText("VAT Number");
	});

	it("is saved without an address for a private person, and leads to the plans after 500 ms", async () => {
		const times = noteTimes();
		screen.getByLabelText("Address optional");
		fill(field("Full name"), "Grace Hopper");
		await pickCountry("Brazil");
		await consent();
		await saveProfile();
		await expectToast("Onboarding completed", "Your information has been saved successfully");
		await expectPath("/pricing");
		// Node's timers may fire a millisecond early.
		expect(times.left - times.answered).toBeGreaterThanOrEqual(499);
		await screen.findByRole("button", { name: "Account menu of Grace Hopper" });
	});

	it("sends all details of a business in the EU", async () => {
		await user.click(screen.getByRole("tab", { name: "Business" }));
		await pickCountry("Germany");
		fill(field("Business name"), "Engines GmbH");
		fill(field("Business address"), "Unter den Linden 1, Berlin");
		fill(field("VAT Number"), "DE136695976");
		await consent();
		await saveProfile();
		await expectPath("/pricing");
		expect(JSON.parse(String(sent()[0]?.body))).toMatchObject({
			email,
			isBusiness: true,
			businessName: "Engines GmbH",
			businessAddress: "Unter den Linden 1, Berlin",
			businessCountry: "DE",
			businessVat: "DE136695976",
			termsAccepted: true,
			privacyAccepted: true,
		});
	});
});

/** When the save was answered, and when the page was left. */
function noteTimes() {
	const times = { answered: Number.NaN, left: Number.NaN };
	const { fetch, history } = globalThis;
	const replaceState = history.replaceState.bind(history);
	const watchedFetch = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		const response = await fetch(input, init);
		if (String(input).endsWith(API.auth.onboarding)) times.answered = performance.now();
		return response;
	});
	const watchedHistory = vi.spyOn(history, "replaceState").mockImplementation((...entry) => {
		times.left = performance.now();
		replaceState(...entry);
	});
	onTestFinished(() => [watchedFetch, watchedHistory].forEach((watched) => void watched.mockRestore()));
	return times;
}
