import { expect, it } from "vitest";
import { chooseInMenu, chooseOfList, expectRows, rows } from "./link-menu.ts";
import { browser, calls, failCall, holdCalls, unanswered } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	openScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const CHANGES = "/api/links/changes";
const box = (title: string) => screen.getByRole("checkbox", { name: `Choose ${title}` });
const bar = () => within(screen.getByRole("toolbar", { name: "Chosen links" }));
const button = (name: string) => screen.findByRole("button", { name });
const expectChosen = (count: number) => waitFor(() => bar().getByText(`${count} selected`));

it("a person tags, archives and deletes several links at once, each with Undo (P174)", async () => {
	await becomePerson({ plan: "pro" });
	for (const title of ["One", "Two", "Three"]) await createLink({ title });
	openScreen("/admin");
	await screen.findByRole("checkbox", { name: "Choose One" });
	box("Three").focus();
	await user.keyboard(" ");
	box("One").focus();
	await user.keyboard("{Shift>} {/Shift}");
	await expectChosen(3);
	await user.keyboard("{Escape}");
	await waitFor(() => expect(screen.queryByRole("toolbar", { name: "Chosen links" })).toBeNull());
	await expectFocus(() => box("One"));
	await user.click(box("One"));
	await user.keyboard("{Shift>}");
	await user.click(box("Two"));
	await user.keyboard("{/Shift}");
	await expectChosen(2);
	expect(screen.getByRole("toolbar", { name: "Chosen links" }).textContent).toMatch(
		/^2 selected\s*·\s*Select all 3\s*·\s*Clear selection/,
	);
	const file = bar().getByRole("link", { name: "Export" });
	expect(file.getAttribute("href")).toMatch(/^\/api\/links\/csv\?ids=\d+,\d+$/);

	await user.click(bar().getByRole("button", { name: "Tag" }));
	await screen.findByRole("dialog");
	fill(field("New tag"), "Sale");
	await user.click(await button("Add"));
	await expectToast("Success!", "2 links tagged");
	// Toasts stay as long as one points at them.
	await user.hover(await button("Undo"));
	await waitFor(() => expect(screen.getAllByRole("list", { name: "Tags" })).toHaveLength(2));
	await user.click(await button("Undo"));
	await waitFor(() => expect(screen.queryAllByRole("list", { name: "Tags" })).toEqual([]));

	await user.dblClick(bar().getByRole("button", { name: "Archive" }));
	await expectRows(1);
	await user.click(await button("Undo"));
	await expectRows(3);

	await user.click(box("Two"));
	await user.click(box("One"));
	await user.click(box("Three"));
	await expectChosen(1);
	await user.click(bar().getByRole("button", { name: "Delete" }));
	expect((await screen.findByRole("dialog", { name: "Delete this link?" })).textContent).toContain("Three");
	await user.click(await button("Keep link"));
	await user.click(bar().getByRole("button", { name: "Select all 3" }));
	await user.click(bar().getByRole("button", { name: "Delete" }));
	await user.click(await button("Delete 3 links"));
	await expectToast("Success!", "3 links deleted successfully");
	await user.hover(await button("Undo"));
	await screen.findByText("No links yet");
	await user.click(await button("Undo"));
	await waitFor(() => expect(rows()).toHaveLength(3));
});

it("a person renames and removes tags in one place, and they filter the list (P172)", async () => {
	await becomePerson({ plan: "basic" });
	const [one, two] = [await createLink({ title: "One" }), await createLink({ title: "Two" })];
	await browser().post(CHANGES, { change: "tag", ids: [one.id, two.id], tag: "Sale" });
	await browser().post(CHANGES, { change: "tag", ids: [one.id], tag: "Old" });
	openScreen("/admin?tag=Old");
	await screen.findByText("1 of 2 links");
	expect(rows()).toHaveLength(1);
	await chooseOfList("Your tags");
	const dialog = within(await screen.findByRole("dialog", { name: "Your tags" }));
	fill(dialog.getByLabelText("Name of the tag Old"), "Archive 2026");
	await user.click(await dialog.findByRole("button", { name: "Rename" }));
	await expectPath("/admin?tag=Archive+2026");
	// A change that overtakes a filter's first answer is not read again.
	await dialog.findByLabelText("Name of the tag Archive 2026");
	await waitFor(() => expect([...unanswered]).toEqual([]));
	await user.dblClick(dialog.getByRole("button", { name: "Remove Sale" }));
	expect(calls.filter(({ method }) => method === "DELETE")).toEqual([]);
	await user.click(dialog.getByRole("button", { name: "Really remove Sale" }));
	await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(1));
	await user.click(dialog.getByRole("button", { name: "Done" }));
	await expectRows(1);
	await waitFor(() => expect(screen.getByRole("list", { name: "Tags" }).textContent).toBe("Archive 2026"));
});

it("a person reads that a tag could not be added, also when the dialog is closed by then", async () => {
	await becomePerson({ plan: "basic" });
	const { id } = await createLink({ title: "One" });
	await browser().post(CHANGES, { change: "tag", ids: [id], tag: "Old" });
	openScreen("/admin");
	await chooseInMenu("One", "Tags");
	const mend = failCall(CHANGES);
	await user.click(await button("Remove the tag Old"));
	const alert = await screen.findByRole("alert");
	expect(alert.textContent).toBe("The tags could not be changed. Please try again.");
	expect(screen.queryByText("Error")).toBeNull();
	mend();
	const release = holdCalls(CHANGES);
	failCall(CHANGES);
	fill(field("New tag"), "Late");
	await user.keyboard("{Enter}");
	await user.click(await button("Done"));
	release();
	await expectFailureToast("Error", "The tags could not be changed. Please try again.");
});

it("a late answer to a tag leaves the dialog open that the person has opened again", async () => {
	await becomePerson({ plan: "basic" });
	await createLink({ title: "One" });
	openScreen("/admin");
	await user.click(await screen.findByRole("checkbox", { name: "Choose One" }));
	await user.click(await button("Tag"));
	await screen.findByRole("dialog");
	const release = holdCalls(CHANGES);
	fill(field("New tag"), "Late");
	await user.keyboard("{Enter}");
	await user.click(await button("Cancel"));
	await user.click(await button("Tag"));
	release();
	await expectToast("Success!", "1 link tagged");
	screen.getByRole("dialog", { name: "Tag 1 link" });
});

it("a second link is duplicated while the first one is on its way (P173)", async () => {
	await becomePerson({ plan: "starter" });
	const { id } = await createLink({ title: "One" });
	await createLink({ title: "Two" });
	openScreen("/admin");
	const release = holdCalls(`/api/links/${id}/duplicate`);
	const titles = () => rows().map((row) => row.getAttribute("aria-label"));
	await chooseInMenu("One", "Duplicate");
	await chooseInMenu("Two", "Duplicate");
	await waitFor(() => expect(titles()).toEqual(["Two", "Two", "One"]));
	release();
	await waitFor(() => expect(titles()).toEqual(["One", "Two", "Two", "One"]));
});

it("a person whose plan has no tags is offered the plans (P143)", async () => {
	await becomePerson({ plan: "starter" });
	await createLink({ title: "One" });
	openScreen("/admin");
	await chooseInMenu("One", "Tags");
	const dialog = within(await screen.findByRole("dialog"));
	const upgrade = await dialog.findByRole("link", { name: "Upgrade to use this feature" });
	expect(upgrade.getAttribute("href")).toBe("/pricing");
});
