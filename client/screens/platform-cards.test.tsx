import { Buffer } from "node:buffer";
import userEvent from "@testing-library/user-event";
import sharp from "sharp";
import { expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { customize } from "./card-steps.ts";
import { answerWith, browser, calls } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	messagesOf,
	openScreen,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const DISCORD = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";
const update = () => user.click(screen.getByRole("button", { name: "Update Link" }));
const follow = (name: string) => user.click(screen.getByRole("link", { name }));
const drawn = () => document.querySelector("[data-drawn]")?.textContent ?? "";
const titleOf = (app: string) => field(new RegExp(`^Title for ${app}`));
const button = () => field(/^Button/);
const color = () => field(/^Accent color/);

it("one app is shown another card, and its own again (P201)", async () => {
	await becomePerson({ plan: "pro" });
	const { shortUrl } = await createLink({ title: "Spring", customLinkSlug: "spring" });
	const shown = async () => (await browser().get(shortUrl, { headers: { "user-agent": DISCORD } })).text();
	openScreen("/admin/link/previews/spring");
	await customize("Discord");
	// Right to left is what the browser makes of it.
	expect([titleOf("Discord").dir, field(/^Description for Discord/).dir]).toEqual(["auto", "auto"]);
	fill(titleOf("Discord"), "Spring for gamers");
	fill(color(), "red");
	await waitFor(() => expect(drawn()).toContain("Spring for gamers"));
	// What a person writes stays while the person looks at another app, and in the tabs of the link.
	await customize("Slack");
	await waitFor(() => expect(drawn()).not.toContain("gamers"));
	await follow("Edit");
	fill(await screen.findByLabelText("Title"), "Late spring");
	await follow("Back to dashboard");
	await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep editing" }));
	await follow("Previews, unsaved changes");
	await customize("Discord");
	expect(titleOf("Discord").value).toBe("Spring for gamers");
	fill(button(), "x".repeat(81));
	await customize("Slack");
	await follow("Edit, unsaved changes");
	await update();
	// Both fields say what is wrong with them, in view, until they are changed (P288, P345).
	await expectPath("/admin/link/previews/spring");
	await expectFocus(button);
	expect(messagesOf(button())).toContain("The button may say 80 characters or less");
	expect(messagesOf(color())).toContain("Enter a color such as #cb3419");
	const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent);
	expect(alerts).toContainEqual(expect.stringContaining("Discord: Enter a color"));
	fill(button(), "Join us");
	await waitFor(() => expect(button().getAttribute("aria-invalid")).toBe("false"));
	fill(color(), "#cb3419");
	await waitFor(() => expect(drawn()).toMatch(/Spring for gamers.*Join us/s));
	const before = calls.length;
	await user.keyboard("{Control>}s{/Control}");
	await expectToast("Success!", "Link updated successfully");
	await expectPath("/admin");
	const saves = calls.slice(before).filter(({ method, path }) => method !== "GET" && path.includes("by-slug"));
	expect(saves.map(({ path }) => path)).toEqual(["/api/links/by-slug/spring"]);
	const page = await shown();
	expect(page).toContain('og:title" content="Spring for gamers"');
	expect(page).toContain('"label":"Join us"');

	reloadScreen("/admin/link/previews/spring");
	await user.click(await screen.findByRole("tab", { name: /^Discord \(custom card\)/ }));
	await user.click(await screen.findByRole("button", { name: "Reset to the default card" }));
	await expectFocus(() => titleOf("Discord"));
	await update();
	await expectPath("/admin");
	expect(await shown()).toContain('og:title" content="Late spring"');
});

it("on smaller plans a custom card is locked, with the way to a larger plan, and its price", async () => {
	await becomePerson({ plan: "basic" });
	const { id, linkSlug } = await createLink();
	const empty = { description: null, imageUrl: null, imageShape: null, color: null, buttonLabel: null };
	answerWith(API.links.cards(id), 200, [{ target: "x", title: "Made on a larger plan", ...empty }]);
	openScreen(`/admin/link/previews/${linkSlug}`);
	// The cards are there: what is locked then stays locked.
	await screen.findByRole("tab", { name: /^X \(custom card\)/ });
	const card = await customize("WhatsApp");
	expect(titleOf("WhatsApp").closest("fieldset")?.disabled).toBe(true);
	const upgrade = within(card).getByRole("link", { name: "Upgrade to use this feature" });
	expect(upgrade.getAttribute("href")).toBe("/pricing");
	expect(card.textContent).toContain("Pro, €19.99 a month");
});

it("an app's own image is made when it is chosen, as the app draws it; a refused one blocks the save (P502)", async () => {
	await becomePerson({ plan: "pro" });
	const { linkSlug } = await createLink();
	openScreen(`/admin/link/previews/${linkSlug}`);
	const card = await customize("LinkedIn");
	const chooser = () => within(card).getByLabelText<HTMLInputElement>(/^Image for LinkedIn/);
	const choose = (file: File) => userEvent.upload(chooser(), file, { applyAccept: false });
	const drawnImage = () => card.querySelector("img")?.getAttribute("src") ?? null;
	const canvas = sharp({ create: { width: 900, height: 900, channels: 3, background: "#8a4b2a" } });
	await choose(new File([await canvas.png().toBuffer()], "square.png"));
	await waitFor(() => expect(drawnImage()).toMatch(/^\/images\//));
	const made = drawnImage();
	const { width, height } = await sharp(Buffer.from(await (await browser().get(made ?? "")).arrayBuffer())).metadata();
	expect([width, height]).toEqual([630, 630]);

	await choose(new File(["no image"], "notes.txt"));
	await within(card).findByText("Please select an image file");
	await update();
	await screen.findByText(/^The image for LinkedIn can't be used/);
	await expectFocus(chooser);
	expect(calls.some(({ method }) => method === "PUT")).toBe(false);
	await user.click(within(card).getByRole("button", { name: "Remove file" }));
	await waitFor(() => expect(drawnImage()).toBe(made));
	await update();
	await expectPath("/admin");
	const saved = calls.find(({ method }) => method === "PUT")?.body as FormData;
	expect(JSON.parse(String(saved.get("cards.linkedin")))).toMatchObject({ imageUrl: made });
});
