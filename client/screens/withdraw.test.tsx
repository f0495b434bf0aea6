import { expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { answerWith, browser, calls, failCall } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	expectValue,
	field,
	fill,
	labeled,
	messagesOf,
	openScreen,
	press,
	reloadScreen,
	screen,
	user,
	waitFor,
} from "./screen.tsx";

const sent = () => calls.filter(({ method, path }) => method === "POST" && path === API.withdrawals.all);

async function fillInForm(): Promise<void> {
	fill(await screen.findByLabelText("Name"), "Ada Lovelace");
	fill(field("Email"), "ada@example.com");
	fill(field("Contract"), "Pro, paid monthly");
}

it("P577: signed out, in two steps; the confirmation stays after a reload, and can be downloaded", async () => {
	openScreen("/terms");
	await user.click(await screen.findByRole("link", { name: "Withdraw from contract here" }));
	await expectPath("/withdraw");
	await waitFor(() => expect(document.title).toBe("Withdraw from contract · Visualink"));
	await fillInForm();
	await press("Continue");
	await expectFocus(() => screen.getByRole("heading", { name: "I withdraw from this contract." }));
	expect(labeled("Contract")).toBe("ContractPro, paid monthly");
	expect(sent()).toEqual([]);
	await press("Confirm withdrawal");
	await waitFor(() => expect(location.pathname).toMatch(/^\/withdraw\/[2-9a-z]{20}$/));
	for (const visit of ["sent", "reloaded"]) {
		if (visit === "reloaded") reloadScreen();
		await screen.findByRole("heading", { level: 1, name: "Withdrawal received" });
		expect(labeled("Received")).toMatch(/^Received\w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M /);
		expect(labeled("Email")).toBe("Emailada@example.com");
	}
	const file = screen.getByRole("link", { name: "Download" }).getAttribute("href") ?? "";
	expect(await (await browser().get(file)).text()).toContain("Pro, paid monthly");
	await waitFor(() => expect(document.title).toBe("Withdrawal received · Visualink"));
});

it("P577: a subscriber is led there from the tab, prefilled, and the tab shows the confirmation afterwards", async () => {
	const { email } = await becomePerson({ plan: "pro" });
	openScreen("/admin?tab=subscription");
	await user.click(await screen.findByRole("link", { name: "Withdraw from contract here" }));
	await screen.findByLabelText("Name");
	await expectValue(() => field("Name"), "Ada Lovelace");
	await expectValue(() => field("Email"), email);
	await expectValue(() => field("Contract"), "Pro, paid monthly");
	await press("Continue");
	await press("Confirm withdrawal");
	await screen.findByRole("heading", { level: 1, name: "Withdrawal received" });
	reloadScreen("/admin?tab=subscription");
	await screen.findByText(/^You withdrew from your contract on/);
	await user.click(screen.getByRole("link", { name: "See confirmation" }));
	await screen.findByRole("heading", { level: 1, name: "Withdrawal received" });
});

it("P577: what was typed before the account was known stays", async () => {
	const { email } = await becomePerson({ hasConsent: true });
	openScreen("/withdraw");
	fill(await screen.findByLabelText("Name"), "Ada King");
	await expectValue(() => field("Email"), email);
	expect(field("Name").value).toBe("Ada King");
	expect(field("Contract").value).toBe("");
});

it("P577: mistakes are said at their fields, and nothing is sent", async () => {
	openScreen("/withdraw");
	fill(await screen.findByLabelText("Email"), "ada@");
	await press("Continue");
	await expectFocus(() => field("Name"));
	expect(messagesOf(field("Name"))).toContain("Required");
	expect(messagesOf(field("Email"))).toContain("Enter a valid e-mail address");
	expect(sent()).toEqual([]);
});

it("P577: a statement that got no answer is sent again as the same one", async () => {
	openScreen("/withdraw");
	await fillInForm();
	await press("Continue");
	const mend = failCall(API.withdrawals.all);
	await press("Confirm withdrawal");
	await expectFailureToast("Error", "Could not send your withdrawal");
	mend();
	const limited = answerWith(API.withdrawals.all, 429, { kind: "too_many", message: "Too many requests" }, "POST");
	await press("Confirm withdrawal");
	await screen.findByText("Too many requests");
	limited();
	await press("Confirm withdrawal");
	await screen.findByRole("heading", { level: 1, name: "Withdrawal received" });
	const keys = sent().map(({ body }) => (body as { key: string }).key);
	expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

it("P578: an unknown number is not found", async () => {
	openScreen(`/withdraw/${"a".repeat(20)}`);
	await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" });
});
