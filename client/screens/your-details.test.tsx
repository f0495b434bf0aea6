import { beforeEach, expect, it } from "vitest";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";
import { API } from "#shared/platform/api-paths.ts";
import { answerWith, browser, calls, holdCalls } from "./network.ts";
import { pickCountry } from "./onboarding-form.ts";
import { becomePerson } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectToast,
	field,
	fill,
	messagesOf,
	openScreen,
	press,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const showTab = (name: string) => user.click(screen.getByRole("tab", { name }));

beforeEach(async () => {
	await becomePerson({ plan: "starter" });
	openScreen("/admin?tab=subscription&section=profile");
	await user.click(await screen.findByRole("button", { name: "Edit details" }));
	await expectFocus(() => field("Full name"));
});

it("an invalid VAT number is explained at its field, and reaches the account once corrected", async () => {
	expect(screen.queryByLabelText("VAT Number")).toBeNull();
	await showTab("Business");
	await pickCountry("Germany");
	fill(field("Business name"), "Engines GmbH");
	fill(field("Business address"), "Unter den Linden 1, Berlin");
	const vat = field("VAT Number");
	fill(vat, "DE12");
	await press("Save details");
	await expectFailureToast("Error", "Could not save your details");
	await expectFocus(() => vat);
	expect(messagesOf(vat)).toContain("Please enter a valid VAT number");

	fill(vat, "DE 136 695 976");
	await press("Save details");
	await expectToast("Details saved", "They appear on your next invoice");
	await expectFocus(() => screen.getByRole("button", { name: "Edit details" }));
	await waitFor(() => expect(screen.getByText("VAT Number").parentElement?.textContent).toContain("DE136695976"));
	const kept = (await (await browser().get(API.account.billingDetails)).json()) as BillingDetails;
	expect(kept).toMatchObject({ isBusiness: true, businessName: "Engines GmbH", businessVat: "DE136695976" });
});

it("a person who looks at the other tab keeps what was typed, and learns of a save that failed", async () => {
	const panel = () => field("Full name").closest<HTMLElement>("[role=tabpanel]")?.dataset.state;
	fill(field("Full name"), "Ada King");
	await showTab("Links");
	await waitFor(() => expect(panel()).toBe("inactive"));
	await showTab("Subscription");
	await waitFor(() => expect(panel()).toBe("active"));
	expect(field("Full name").value).toBe("Ada King");

	const release = holdCalls(API.account.billingDetails);
	answerWith(API.account.billingDetails, 502);
	await press("Save details");
	await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: "PUT", path: API.account.billingDetails }));
	await showTab("Links");
	release();
	await expectFailureToast("Error", "Could not save your details");
	await showTab("Subscription");
	expect(field("Full name").value).toBe("Ada King");
});

it("a private person's corrected name is shown in the header, too, and there is no VAT number", async () => {
	fill(field("Full name"), "Ada King");
	const [pricing] = within(screen.getByRole("banner")).getAllByRole("link", { name: "Pricing" });
	if (pricing) await user.click(pricing);
	await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep editing" }));
	await press("Save details");
	await screen.findByRole("button", { name: "Account menu of Ada King" });
	expect(screen.queryByText("VAT Number")).toBeNull();
});
