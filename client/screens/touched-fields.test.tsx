import { beforeEach, expect, it } from "vitest";
import { description, openNewLink, shownImage, target, title } from "./link-form.ts";
import { holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	address,
	article,
	button,
	DESCRIPTION,
	expectCopy,
	expectPressed,
	expectStatus,
	paste,
	TITLE,
} from "./prefill.ts";
import { expectValue, fill, screen, user, waitFor } from "./screen.tsx";

/** What a page may not replace or take back by itself (P149). */

beforeEach(async () => {
	await becomePerson({ plan: "starter" });
	await openNewLink();
});

const removeImage = () => user.click(screen.getByRole("button", { name: "Remove image" }));

it("an image that a person chose among the page's stays, for the same page and for another", async () => {
	await paste(address(), article("bank"));
	await expectCopy();
	await user.click(button("Image 2"));
	await expectPressed("Image 2");
	const chosen = shownImage();
	await fillInAgain(article("bank"));
	expect(shownImage()).toBe(chosen);
	await tryInVain("http://banks.sandbox.example/challenge");
	expect(shownImage()).toBe(chosen);
});

it("what a person took out of a page's words or images stays out, until the person asks for it or for another page", async () => {
	await paste(address(), article("moor"));
	await expectCopy();
	fill(description(), "");
	await removeImage();
	await fillInAgain(article("moor"));
	await expectStatus(/title\. Left as you wrote it: description\.$/);
	expect([description().value, shownImage()]).toEqual(["", null]);
	await user.click(button("Use the page's instead"));
	await expectValue(description, DESCRIPTION);
	await user.click(button("Image 1"));
	await expectCopy();
	// The address itself is what the person asks for.
	fill(target(), "");
	await fillInAgain(article("moor"));
	await expectValue(target, article("moor"));
});

it.each([
	["Image 1", "heath"],
	["Image 2", "heather"],
])("%s, chosen among the page's and removed, stays out until the person asks for it", async (name, host) => {
	await chooseAndRemove(name, host);
	await fillInAgain(article(host));
	await expectStatus(/title, description\.$/);
	expect(shownImage()).toBeNull();
	await user.click(button(name));
	await expectCopy();
});

it("another page gives its image again, where that was replaced and not removed", async () => {
	await chooseAndRemove("Image 2", "ling");
	await fillInAgain("http://lings.sandbox.example/beach.png");
	await expectCopy();
});

it("a field that a person empties while a page is being read is not filled, one that was empty before is", async () => {
	fill(description(), "Not after all");
	fill(description(), "");
	fill(title(), "Mine");
	const release = holdCalls("/api/links/prefill");
	await paste(address(), article("fen"));
	fill(title(), "");
	release();
	await expectValue(description, DESCRIPTION);
	await expectStatus(/Left as you wrote it: title\.$/);
	expect(title().value).toBe("");
	await user.click(button("Use the page's instead"));
	await expectValue(title, TITLE);
});

async function chooseAndRemove(name: string, host: string): Promise<void> {
	await paste(address(), article(host));
	await expectCopy();
	await user.click(button(name));
	await expectPressed(name);
	await removeImage();
	await waitFor(() => expect(shownImage()).toBeNull());
}

/** Waits until the page has been read again, and its image, where one is asked for, has come. */
async function fillInAgain(url: string): Promise<void> {
	fill(address(), url);
	await waitFor(() => button("Fill in"));
	await user.click(button("Fill in"));
	await waitFor(() => button("Cancel"));
	await waitFor(() => button("Fill in"));
	await expectStatus(/^From /);
}

/** Begins with a page that lets nobody read it: what was given before is taken back all the same. */
async function tryInVain(url: string): Promise<void> {
	fill(address(), url);
	await user.click(button("Fill in"));
	await expectStatus(/blocks automated readers/);
	expect(title().value).toBe("");
}
