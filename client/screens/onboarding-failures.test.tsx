import { beforeEach, expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { answerWith, failCall } from "./network.ts";
import { consent, country, pickCountry, saveProfile } from "./onboarding-form.ts";
import { becomePerson } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	field,
	fill,
	messagesOf,
	openScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const FAILED = ["Onboarding failed", "There was an error saving your information. Please try again."] as const;
const alert = (text: string) => within(screen.getByRole("alert")).getByText(text);

beforeEach(async () => {
	await becomePerson();
	openScreen("/onboarding");
	fill(await screen.findByLabelText("Full name"), "Ada King");
	await pickCountry("Portugal");
	await consent();
});

it("a profile that the server refuses stays as it was typed, and can be saved again", async () => {
	const mend = answerWith(API.auth.onboarding, 500);
	await saveProfile();
	await expectFailureToast(...FAILED);
	expect(field("Full name").value).toBe("Ada King");
	expect(country().textContent).toBe("Portugal");
	mend();
	await saveProfile();
	await expectPath("/pricing");
});

it("an invalid VAT number is explained at its field, with the focus on it", async () => {
	await user.click(screen.getByRole("tab", { name: "Business" }));
	fill(field("Business name"), "Engines Lda");
	fill(field("Business address"), "Rua das Flores 1, Porto");
	const vat = field("VAT Number");
	fill(vat, "PT12");
	await saveProfile();
	await expectFailureToast(...FAILED);
	await expectFocus(() => vat);
	expect(messagesOf(vat)).toContain("Please enter a valid VAT number");
	fill(vat, "PT501964843");
	await waitFor(() => expect(screen.queryByText("Please enter a valid VAT number")).toBeNull());
	await saveProfile();
	await expectPath("/pricing");
});

it("several wrong fields are each explained at once, and the first has the focus (P288)", async () => {
	const fields = [
		{ field: "businessCountry", code: "country_required", message: "Not this country" },
		{ field: "fullName", code: "too_long", message: "Not this name" },
		{ field: "email", code: "invalid", message: "Not this address" },
	];
	answerWith(API.auth.onboarding, 400, { kind: "invalid", ...fields[0], fields });
	await saveProfile();
	await expectFocus(() => field("Full name"));
	expect(messagesOf(field("Full name"))).toContain("Not this name");
	expect(messagesOf(country())).toContain("Not this country");
	alert("Not this address");
});

it("any other refusal of the server is shown above the button", async () => {
	answerWith(API.auth.onboarding, 429, { kind: "too_many", message: "Too many requests" });
	await saveProfile();
	await waitFor(() => alert("Too many requests"));
});

it("a profile that gets no answer stays as it was typed", async () => {
	failCall(API.auth.onboarding);
	await saveProfile();
	await expectFailureToast("Error", "An unexpected error occurred. Please try again.");
	expect(field("Full name").value).toBe("Ada King");
});
