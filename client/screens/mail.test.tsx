import { expect, it } from "vitest";
import { MAIL_KINDS } from "#shared/account/mail/mail-kinds.ts";
import type { MailSettingsForm, MailSettingsView } from "#shared/account/mail/mail-settings.ts";
import { API } from "#shared/platform/api-paths.ts";
import { answerJson, calls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { expectToast, openScreen, press, screen, user, waitFor } from "./screen.tsx";

const SECTION = "/account?section=email";

let isBroken = false;

/** The account's settings, as the server answers them. */
function haveSettings(start: Partial<MailSettingsView> = {}) {
	isBroken = false;
	let settings: MailSettingsView = {
		...{ isOn: true, email: "ada@example.com", off: [], hasBounced: false, timeZone: null, mailbox: null },
		...start,
	};
	answerJson(API.account.mail, ({ method, body }) => {
		if (isBroken) throw new TypeError("Failed to fetch");
		const { tryAgain, ...changes } = method === "PUT" ? (JSON.parse(String(body)) as MailSettingsForm) : {};
		settings = { ...settings, ...changes, ...(tryAgain && { hasBounced: false }) };
		return settings;
	});
}

const choice = (name: string) => screen.findByRole("switch", { name });
const sent = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(String(body)) as object);

it("P674: each kind of mail is switched off and on, and the first change names the browser's time zone", async () => {
	await becomePerson({ plan: "pro" });
	haveSettings();
	openScreen(SECTION);
	expect((await choice("Weekly report")).getAttribute("aria-checked")).toBe("true");
	expect(document.title).toBe("Email · Account · Visualink");
	expect(screen.getAllByRole("switch")).toHaveLength(MAIL_KINDS.length);
	await user.click(await choice("Milestones"));
	await waitFor(async () => expect((await choice("Milestones")).getAttribute("aria-checked")).toBe("false"));
	await waitFor(() => expect(sent()).toEqual([{ off: ["milestone"], timeZone: expect.any(String) }]));
	isBroken = true;
	await user.click(await choice("Monthly links"));
	await expectToast("Error", "Could not change your email settings");
	expect((await choice("Monthly links")).getAttribute("aria-checked")).toBe("true");
});

it("P673: a bounced address says so, and is tried again", async () => {
	await becomePerson({ plan: "pro" });
	haveSettings({ hasBounced: true });
	openScreen(SECTION);
	expect((await screen.findByRole("alert")).textContent).toContain("came back three times");
	await press("Try again");
	await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
	expect(sent()).toEqual([{ tryAgain: true }]);
});

it("P678: without a mail server, the section says so and has no switches", async () => {
	await becomePerson({ plan: "pro" });
	haveSettings({ isOn: false });
	openScreen(SECTION);
	await screen.findByText(/sends no email/);
	expect(screen.queryAllByRole("switch")).toEqual([]);
});
