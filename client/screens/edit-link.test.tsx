import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { slugField } from "./link-form.ts";
import { answerWith, calls, holdCalls, resetNetwork } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFailureToast,
	expectPath,
	expectToast,
	field,
	fill,
	openScreen,
	press,
	screen,
	user,
	waitFor,
} from "./screen.tsx";

const EDIT_SPRING = "/admin/link/edit/spring";
const updateButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Update Link" });
const asksForSlug = () => calls.some(({ path }) => path.includes("check-slug-availability"));

describe("an own link", () => {
	beforeEach(async () => {
		await becomePerson({ plan: "enterprise" });
	});

	it("is loaded by its slug, with its views, and saved by its owner", async () => {
		await createLink({ title: "Spring", customLinkSlug: "spring", image: await picture() });
		await openLink();
		screen.getByRole("heading", { level: 1, name: "Edit Link" });
		await screen.findByText("0 views so far: 0 human, 0 bot");
		expect(slugField().value).toBe("spring");
		expect(field("Title").value).toBe("Spring");
		const preview = screen.getByRole("region", { name: "Live preview" });
		const imageOf = (place: Element) => place.querySelector("img")?.getAttribute("src");
		await waitFor(() => expect(imageOf(preview)).toMatch(/\/images\/.+\.jpg/));
		fill(field("Title"), "Late spring");
		fill(slugField(), "late-spring");
		await press("Update Link");
		await expectToast("Success!", "Link updated successfully");
		await expectPath("/admin");
		const row = (await screen.findByText("Late spring")).closest("li") as HTMLElement;
		expect(row.textContent).toContain("/late-spring");
		expect(imageOf(row)).toMatch(/\/images\/.+\.jpg/);
	});

	it("is not asked about its own slug, only about another one", async () => {
		await createLink({ customLinkSlug: "spring" });
		await openLink();
		fill(slugField(), "spring-2");
		fill(slugField(), "spring");
		await user.tab();
		fill(slugField(), "Spring");
		await user.tab();
		await waitFor(() => expect(updateButton().disabled).toBe(false));
		expect(asksForSlug()).toBe(false);
		fill(slugField(), "summer");
		await user.tab();
		await screen.findByText("Custom slug available");
		expect(asksForSlug()).toBe(true);
	});

	it("shows a spinner to its owner while it loads", async () => {
		await createLink({ customLinkSlug: "spring" });
		holdCalls(API.links.bySlug("spring"));
		openScreen(EDIT_SPRING);
		await screen.findByText("Loading the link");
	});
});

describe("when a call fails", () => {
	beforeEach(async () => {
		await becomePerson({ plan: "pro" });
	});

	it.each(["it does not exist", "it is another owner's", "the server breaks"])(
		"an owner reads that the link is not found where %s",
		async (cause) => {
			if (cause === "it is another owner's") {
				await createLink({ customLinkSlug: "theirs" });
				resetNetwork();
				await becomePerson({ plan: "pro" });
			}
			if (cause === "the server breaks") answerWith(API.links.bySlug("theirs"), 500);
			openScreen("/admin/link/edit/theirs");
			await screen.findByRole("heading", { name: "Link Not Found" });
			screen.getByText("The link you're trying to edit doesn't exist or you don't have permission to access it.");
			await user.click(screen.getByRole("link", { name: "Back to dashboard" }));
			await expectPath("/admin");
		},
	);

	it("an owner reads that the link is not found where it has moved, by a save of theirs", async () => {
		await createLink({ customLinkSlug: "spring" });
		await openLink();
		fill(slugField(), "summer");
		await press("Update Link");
		await expectPath("/admin");
		history.back();
		await expectPath(EDIT_SPRING);
		await screen.findByRole("heading", { name: "Link Not Found" });
	});

	it("an owner keeps what they typed if the update fails", async () => {
		await createLink({ customLinkSlug: "spring" });
		await openLink();
		fill(field("Title"), "Late spring");
		answerWith(API.links.bySlug("spring"), 503, "broken", "PUT");
		await press("Update Link");
		await expectFailureToast("Error", "Failed to update link. Please try again.");
		expect(field("Title").value).toBe("Late spring");
		await expectPath(EDIT_SPRING);
	});
});

async function openLink(): Promise<void> {
	openScreen(EDIT_SPRING);
	await screen.findByLabelText("Title");
}

async function picture(): Promise<BlobPart> {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#8a4b2a" } });
	return new Uint8Array(await canvas.png().toBuffer());
}
