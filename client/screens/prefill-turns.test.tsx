import { beforeEach, describe, expect, it } from "vitest";
import { chooseImage, description, expectSaved, openNewLink, shownImage, submit, target, title } from "./link-form.ts";
import { answerWith, calls, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { address, article, button, expectCopy, expectPressed, expectStatus, paste, start, TITLE } from "./prefill.ts";
import { expectFocus, expectValue, fill, screen, user, waitFor } from "./screen.tsx";

/** What happens when a person goes on while a page or its image is still on its way. */
const count = (path: string) => calls.filter((call) => call.path === path).length;
const expectOwnImage = () =>
	waitFor(() => {
		screen.getByText("sea.png");
		expect(shownImage()).toMatch(/^\/images\//);
	});

beforeEach(async () => {
	await becomePerson({ plan: "starter" });
	await openNewLink();
});

it("'Cancel' next to the address ends the reading, and begins no other", async () => {
	holdCalls("/api/links/prefill");
	await paste(address(), article("weir"));
	await user.click(button("Cancel"));
	await expectStatus(/^We read its title/);
	await expectFocus(address);
	button("Fill in");
	expect(count("/api/links/prefill")).toBe(1);
});

it("a person's own file is not replaced by an image that comes later, and what was removed stays away", async () => {
	await paste(address(), article("quay"));
	await expectCopy();
	const release = holdCalls("/api/links/picture");
	await user.click(button("Image 2"));
	await expectStatus("Copying an image from quay.sandbox.example …");
	await chooseImage();
	await expectOwnImage();
	await expectStatus(/^From quay\.sandbox\.example: title/);
	await user.click(button("Image 1"));
	await expectCopy();
	await user.click(button("Image 2"));
	await user.click(screen.getByRole("button", { name: "Remove image" }));
	release();
	await expectStatus(/^From quay\.sandbox\.example: title/);
	expect(shownImage()).toBeNull();
});

it("an image that was copied once is not asked for again", async () => {
	await paste(address(), article("mole"));
	await expectCopy();
	const first = shownImage();
	const before = count("/api/links/picture");
	for (const name of ["Image 2", "Image 1", "Image 2"]) {
		await user.click(button(name));
		await expectPressed(name);
		expect(count("/api/links/picture")).toBe(before + 1);
	}
	expect(shownImage()).not.toBe(first);
});

it("nothing of one page is shown next to the address of another, whatever becomes of that", async () => {
	await paste(address(), article("dune"));
	await expectCopy();
	fill(description(), "In my own words.");
	fill(address(), "http://dunes.sandbox.example/challenge");
	await user.keyboard("{Enter}");
	await expectStatus(/^dunes\.sandbox\.example blocks automated readers/);
	expect(target().value).toBe("http://dunes.sandbox.example/challenge");
	expect([title().value, shownImage(), description().value]).toEqual(["", null, "In my own words."]);
});

it("another image of the page, chosen before the first has come, takes no word of the page away", async () => {
	fill(title(), "My own words");
	const release = holdCalls("/api/links/picture");
	await paste(target(), article("reef"));
	await user.click(await screen.findByRole("button", { name: /^Image 2/ }));
	release();
	await expectPressed("Image 2");
	await expectStatus("From reef.sandbox.example: description, image. Left as you wrote it: title.");
	await user.click(button("Use the page's instead"));
	await expectValue(title, TITLE);
	await expectFocus(title);
});

it("a person who stops the reading at the target stays there", async () => {
	holdCalls("/api/links/prefill");
	await paste(target(), article("lock"));
	(await screen.findByRole("button", { name: "Stop reading the page" })).focus();
	await user.keyboard("{Enter}");
	await expectFocus(target);
});

it.each([
	["the target", target, "Stop reading the page", "sluice"],
	["the address", address, "Cancel", "spillway"],
])("a person about to stop the reading at %s keeps the place when it ends by itself", async (_at, find, name, host) => {
	const release = holdCalls("/api/links/prefill");
	await paste(find(), article(host));
	(await screen.findByRole("button", { name })).focus();
	release();
	await expectValue(title, TITLE);
	await expectFocus(find);
});

it("an address that is pasted over the one before it begins a new reading", async () => {
	fill(address(), "example.com");
	address().select();
	await paste(address(), article("ford"));
	await expectValue(title, TITLE);
});

describe("where an image or a page can't be had", () => {
	it("a person's own image takes the place of one that failed, and the first press saves", async () => {
		await paste(address(), article("pier"));
		await expectCopy();
		answerWith("/api/links/picture", 422);
		await user.click(button("Image 2"));
		await screen.findByText("Something went wrong on our end. Please try again in a moment.");
		await chooseImage();
		await expectOwnImage();
		await submit();
		await expectSaved();
	});

	it("the form says why the page's image was not copied, and a person can try again", async () => {
		const words = "You've read many pages in the last minute. Try again in a minute.";
		const mend = answerWith("/api/links/picture", 429, { kind: "too_many", message: words });
		await paste(address(), article("cape"));
		await expectStatus(new RegExp(`We couldn't load its image\\. ${words}$`));
		mend();
		await user.click(button("Image 1"));
		await expectCopy();
		await expectStatus("From cape.sandbox.example: title, description, image.");
	});

	it("what was pasted as target is answered at the target", async () => {
		await paste(target(), "http://strand.sandbox.example/broken");
		const words = "strand.sandbox.example answered 500. You can fill in the form yourself.";
		const note = await screen.findByText(words);
		expect(note.getAttribute("role")).toBe("status");
		expect(target().closest("div")?.parentElement?.contains(note)).toBe(true);
		await expectStatus(/^We read its title/);
		expect(start().queryByText(words)).toBeNull();
		expect(address().getAttribute("aria-invalid")).toBe("false");
		fill(target(), "https://example.com/");
		await waitFor(() => expect(screen.queryByText(words)).toBeNull());
	});
});
