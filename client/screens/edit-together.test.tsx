import { FormData } from "undici";
import { beforeEach, expect, it, vi } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { customize } from "./card-steps.ts";
import { expectSaved, target, title } from "./link-form.ts";
import { madeRow } from "./link-menu.ts";
import { browser, calls } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectToast,
	expectValue,
	field,
	fill,
	openScreen,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const theirs = {
	title: "Theirs",
	description: "Saved in another tab.",
	targetUrl: "https://example.com/theirs",
	customLinkSlug: "spring",
};
let link: LinkView;

beforeEach(async () => {
	await becomePerson({ plan: "pro" });
	link = await createLink({ title: "Spring", customLinkSlug: "spring" });
	openScreen("/admin/link/edit/spring");
	await editTitle("Mine");
});

const update = () => user.click(screen.getByRole("button", { name: "Update Link" }));
const conflict = () => screen.getByRole("region", { name: "Someone else edited this link" });
const press = (name: string) => user.click(within(conflict()).getByRole("button", { name }));

it("the second save shows what the first one saved, and a person can keep either (P134)", async () => {
	await saveElsewhere(theirs);
	calls.length = 0;
	const shownInView = vi.spyOn(Element.prototype, "scrollIntoView");
	await update();
	await expectFailureToast("Error", "Failed to update link. Please try again.");
	await screen.findByRole("region", { name: "Someone else edited this link" });
	await expectFocus(conflict);
	expect(shownInView.mock.contexts).toContain(conflict());
	shownInView.mockRestore();
	for (const text of ["Theirs", "Saved in another tab.", "https://example.com/theirs"]) {
		expect(conflict().textContent).toContain(text);
	}
	expect(title().value).toBe("Mine");
	// It reads this link only, however many there are.
	const reads = calls.filter(({ method }) => method === "GET").map(({ path }) => path);
	expect(reads).toEqual([`/api/links/rows?ids=${link.id}`]);
	await keepTheirs();
	await expectValue(title, "Theirs");
	await expectFocus(title);
	expect(target().value).toBe("https://example.com/theirs");

	// Its times alone: those are shown, too.
	fill(title(), "Mine again");
	await saveElsewhere({ ...theirs, endsAt: "2099-01-31T12:00:00.000Z", afterUrl: "https://example.com/over" });
	await update();
	await expectConflict(/It ends Jan 31, 2099/);
	await expectConflict(/Afterwards it leads to https:\/\/example\.com\/over/);
	await keepTheirs();
	fill(title(), "Mine once more");
	await saveElsewhere({ ...theirs, startsAt: "", endsAt: "", afterUrl: "" });
	await update();
	await expectConflict(/No start or end time/);
	await keepTheirs();

	// Changed once more, and moved: mine is kept at my address.
	fill(title(), "Mine after all");
	await saveElsewhere({ ...theirs, customLinkSlug: "moved" });
	await update();
	await expectConflict(/\/moved/);
	await press("Save mine instead");
	await expectToast("Success!", "Link updated successfully");
	const [row, ...others] = within(await screen.findByRole("list", { name: "Your Links" })).getAllByRole("listitem");
	expect(others).toEqual([]);
	expect(row?.textContent).toContain("Mine after all");
	expect(row?.textContent).toContain("/spring");
});

it("a link that was deleted meanwhile can be saved as a new one (P135)", async () => {
	await send("PUT", `/api/links/${link.id}/cards/x`, { title: "For X" });
	reloadScreen();
	await editTitle("Mine");
	await user.click(screen.getByRole("link", { name: "Previews" }));
	await customize("Discord");
	fill(field(/^Title for Discord/), "For gamers");
	await browser().delete(`/api/links/${link.id}`);
	const shownInView = vi.spyOn(Element.prototype, "scrollIntoView");
	await update();
	const problem = await screen.findByText(/^This link was deleted/);
	await waitFor(() => {
		expect(shownInView.mock.contexts.some((each) => (each as Element).contains(problem))).toBe(true);
	});
	shownInView.mockRestore();
	await user.click(screen.getByRole("button", { name: "Save as new link" }));
	await expectSaved();
	expect((await madeRow()).textContent).toContain("Mine");
	// With its cards for some apps, the saved one and the one that was being written (P345).
	const made = (await (await browser().get("/api/links")).json()) as LinkView[];
	const id = made.find((each) => each.title === "Mine")?.id;
	const cards = await (await browser().get(`/api/links/${id}/cards`)).json();
	expect(cards).toMatchObject([{ title: "For gamers" }, { title: "For X" }]);
});

async function editTitle(text: string): Promise<void> {
	await screen.findByRole("button", { name: "Update Link" });
	fill(title(), text);
}

async function expectConflict(words: RegExp): Promise<void> {
	await waitFor(() => expect(conflict().textContent).toMatch(words));
}

async function keepTheirs(): Promise<void> {
	await press("Keep theirs");
	await waitFor(() => expect(screen.queryByRole("region", { name: "Someone else edited this link" })).toBeNull());
}

/** Saves the link as another tab does. */
async function saveElsewhere(fields: Record<string, string>): Promise<void> {
	await send("PUT", "/api/links/by-slug/spring", fields);
}

async function send(method: string, path: string, fields: Record<string, string>): Promise<void> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	const answer = await browser().send(method, path, form as unknown as globalThis.FormData);
	expect(answer.ok).toBe(true);
}
