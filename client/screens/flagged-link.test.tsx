import { expect, it } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { description, openNewLink, target, title } from "./link-form.ts";
import { answerWith, browser } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	expectToast,
	expectValue,
	field,
	fill,
	openScreen,
	reloadScreen,
	screen,
	toasts,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const WHY = 'It reads as if it came from PayPal ("PayPal", "verify your account"), but leads to shop-a.top.';
const COULD_NOT_ASK = "Your request could not be sent. Please try again.";
const ASKED = "You asked for a review. We'll look at this link soon.";

const findNote = async () => within(await screen.findByRole("region", { name: "This link is flagged" }));
const ask = () => screen.getByRole<HTMLButtonElement>("button", { name: "Ask for a review" });

it("the owner of a flagged link reads which words and why, asks for a review once, and ends it by an edit (P383)", async () => {
	await becomePerson({ plan: "pro" });
	await openNewLink();
	fill(title(), "PayPal");
	fill(description(), "Please verify your account");
	fill(target(), "https://shop-a.top/a?b=1");
	fill(field(/^Custom URL/), "mine");
	// Before saving: what it reads like, what else to say, and that nothing holds the save back (P548).
	const hint = within(await screen.findByRole("region", { name: "Before you save" }));
	hint.getByText(WHY);
	hint.getByText(/^Begin with your own name/);
	hint.getByText("You can save it. We'll check this within a day. Until then, visitors see where it leads first.");
	await user.click(screen.getByRole("button", { name: "Save anyway" }));
	await expectToast(
		"Success!",
		"Link created successfully. Visitors see where it leads first, until we've looked at it.",
	);
	// P553: the list says how many there are, and shows only them.
	await screen.findByText("1 link is flagged.");
	await user.click(screen.getByRole("button", { name: "Show" }));
	await waitFor(() => expect(window.location.search).toBe("?filter=flagged"));
	await screen.findByRole("toolbar", { name: "PayPal" });
	const [link] = (await (await browser().get(API.links.all)).json()) as LinkView[];
	const editPath = `/admin/link/edit/${link?.linkSlug}`;
	await user.click(toasts().getByRole("button", { name: "See why" }));
	await expectPath(editPath);
	const note = await findNote();
	expect(note.getByRole("heading").textContent).toBe("This link is flagged");
	expect(note.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([WHY]);
	note.getByText(/^Until we've looked at it, within a day, visitors see where it leads before they continue/);

	const mend = answerWith(API.links.review(link?.id ?? 0), 503);
	await user.click(ask());
	await expectFailureToast("Error", COULD_NOT_ASK);
	await waitFor(() => expect(ask().disabled).toBe(false));
	mend();
	ask().focus();
	await user.keyboard("{Enter}");
	await note.findByText(ASKED);
	// The button is gone, so the keyboard goes on from here.
	await expectFocus(() => note.getByText(ASKED));
	expect(note.queryByRole("button")).toBeNull();
	reloadScreen();
	await (await findNote()).findByText(ASKED);
	expect((await findNote()).queryByRole("button")).toBeNull();

	fill(title(), "Our shop");
	await screen.findByRole("button", { name: "Update Link" });
	expect(screen.queryByRole("region", { name: "Before you save" })).toBeNull();
	await user.click(screen.getByRole("button", { name: "Update Link" }));
	await expectToast("Success!", "Link updated successfully");
	reloadScreen(editPath);
	await screen.findByRole("button", { name: "Update Link" });
	await expectValue(title, "Our shop");
	expect(screen.queryByRole("region", { name: "This link is flagged" })).toBeNull();
});

it("says above every page how many links are closed, and leads to them (P553)", async () => {
	await becomePerson({ plan: "pro" });
	const user = (await (await browser().get(API.auth.user)).json()) as object;
	answerWith(API.auth.user, 200, { ...user, closedLinks: 2 });
	openScreen("/admin/analytics");
	await screen.findByText("We closed 2 of your links.");
	expect(screen.getByRole("link", { name: "See why" }).getAttribute("href")).toBe("/admin?filter=flagged");
});
