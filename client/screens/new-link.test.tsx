import { beforeEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createButton, fillRequired, leaveSlug, openNewLink, preview, slugField, submit } from "./link-form.ts";
import { expectRows, madeRow } from "./link-menu.ts";
import { browser, calls, holdAnswers } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	messagesOf,
	openScreen,
	screen,
	user,
	waitFor,
} from "./screen.tsx";

describe("a person on plan pro", () => {
	beforeEach(async () => {
		await becomePerson({ plan: "pro" });
		await openNewLink();
	});

	it("finds a heading, ways back, image hints and placeholders", () => {
		screen.getByRole("heading", { level: 1, name: "Create New Link" });
		screen.getByText("Create a custom link preview for any URL");
		for (const name of ["Back to dashboard", "Cancel"]) {
			expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/admin");
		}
		expect(createButton().disabled).toBe(false);

		expect(screen.getByRole("tab", { name: "Upload Image" }).getAttribute("aria-selected")).toBe("true");
		expect(screen.getByRole<HTMLButtonElement>("tab", { name: /AI Generate/ }).disabled).toBe(true);
		screen.getByText("Coming Soon");
		screen.getByText("Cost: €0.20 per generation");
		expect(screen.getByRole<HTMLButtonElement>("button", { name: "Generate" }).disabled).toBe(true);
		for (const text of [
			"Drop your image here or click to browse",
			"Recommended: 1200x630px",
			"Max file size: 5MB",
			"Formats: JPG, PNG, WebP",
			"0/20",
			"0/60",
			"0/160",
		]) {
			screen.getByText(text);
		}
		preview().getByText("Your Link Title");
		preview().getByText("A compelling description of your link...");
	});

	it("sees in the preview what is typed, at the short address", async () => {
		const { userSlug } = (await (await browser().get("/api/auth/user")).json()) as CurrentUser;
		const prefix = `${location.host}/go/${userSlug}/`;
		screen.getByText(prefix);
		fill(slugField(), "algarve");
		fill(field("Title"), "Summer in the Algarve");
		fill(field("Description"), "Eleven quiet beaches.");
		await preview().findByText("Summer in the Algarve");
		await preview().findByText("Eleven quiet beaches.");
		await preview().findByText(`${prefix}algarve`);
		for (const counter of ["7/20", "21/60", "21/160"]) screen.getByText(counter);
	});

	it("sees a counter turn to the warning color near the limit", async () => {
		for (const [length, color] of [
			[53, "text-muted"],
			[54, "text-warn"],
			[61, "text-danger"],
		] as const) {
			fill(field("Title"), "x".repeat(length));
			const counter = await screen.findByText(`${length}/60`);
			expect(counter.parentElement?.classList.contains(color), color).toBe(true);
		}
	});

	it("sees each mistake of an empty form, with the focus on the first", async () => {
		await submit();
		for (const message of ["Title is required", "Description is required", "Please enter a valid URL"]) {
			await screen.findByText(message);
		}
		await expectFocus(() => field("Title"));
	});

	it.each([
		["Title", "61 letters", "x".repeat(61), "Title must be 60 characters or less"],
		["Description", "161 letters", "x".repeat(161), "Description must be 160 characters or less"],
		["Target URL", "a word", "example", "Please enter a valid URL. It doesn't begin with https:// or http://."],
		[
			"Target URL",
			"a script",
			"javascript:alert(1)",
			"Please enter a valid URL. It doesn't begin with https:// or http://.",
		],
		["Custom URL", "21 letters", "x".repeat(21), "Custom URL must be 20 characters or less"],
		["Custom URL", "a space", "a b", "Only letters, numbers, underscores and hyphens are allowed"],
	])("cannot save %s with %s", async (label, _what, text, message) => {
		const wrong = () => field(new RegExp(`^${label}( optional)?$`));
		fillRequired();
		fill(wrong(), text);
		await submit();
		await screen.findByText(message);
		await expectFocus(wrong);
		await expectPath("/admin/link/new");
	});

	it("learns on leaving the field whether a slug is available, and cannot save a taken one", async () => {
		await createLink({ customLinkSlug: "algarve" });
		fillRequired();
		await leaveSlug("free-one");
		await screen.findByText("Custom slug available");
		fill(slugField(), "Algarve");
		await waitFor(() => expect(screen.queryByText("Custom slug available")).toBeNull());
		await leaveSlug("Algarve");
		await screen.findByText("This custom URL is already taken");
		expect(createButton().disabled).toBe(true);
		await user.type(field("Target URL"), "{Enter}{Control>}s{/Control}");
		await leaveSlug("algarve-2");
		await screen.findByText("Custom slug available");
		await submit();
		await expectPath("/admin");
		const saves = calls.filter(({ method, path }) => method === "POST" && path === API.links.all);
		expect(saves).toHaveLength(1);
	});
});

it.each(["starter", "basic"] as const)("a person on plan %s has no slug, and a way to upgrade", async (plan) => {
	await becomePerson({ plan });
	await openNewLink();
	expect(slugField().disabled).toBe(true);
	expect(messagesOf(slugField()).join()).toContain("Upgrade to use this feature");
	const [upgrade] = screen.getAllByRole("link", { name: "Upgrade to use this feature" });
	expect(upgrade?.getAttribute("href")).toBe("/pricing");
	fillRequired();
	await submit();
	await expectToast("Success!", "Link created successfully");
});

it("P534: the list that was on its way while a link was made has the link", async () => {
	await becomePerson({ plan: "starter" });
	await createLink();
	const release = holdAnswers("/api/links/index");
	openScreen("/admin");
	await user.click(await screen.findByRole("link", { name: "New Link" }));
	await screen.findByRole("region", { name: "Live preview" });
	fillRequired();
	await submit();
	await expectPath("/admin");
	release();
	await madeRow();
	await expectRows(2);
});
