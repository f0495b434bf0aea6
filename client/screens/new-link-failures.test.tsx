import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import {
	chooseFile,
	createButton,
	fillRequired,
	imageChooser,
	leaveSlug,
	openNewLink,
	slugField,
	submit,
	TARGET,
} from "./link-form.ts";
import { answerWith, browser, calls, failCall, holdCalls, loseAnswer } from "./network.ts";
import { expectNoise, loggedLines } from "./noise.ts";
import { becomePerson } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	field,
	fill,
	messagesOf,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const problem = () => screen.getByRole("group", { name: "Why it was not saved" });

beforeEach(async () => {
	expectNoise(/could not be (created|checked)/);
	await becomePerson({ plan: "pro" });
	await openNewLink();
	fillRequired();
});

describe("a save that fails", () => {
	it.each([
		["the server breaks", () => answerWith(API.links.all, 500)],
		["no answer comes", () => failCall(API.links.all)],
	])("because %s: toast, log, and everything typed stays", async (_cause, fail) => {
		const mend = fail();
		await submit();
		await expectFailureToast("Error", "Failed to create link. Please try again.");
		expect(loggedLines()).toContain("The link could not be created.");
		expect(field("Title").value).toBe("Summer in the Algarve");
		expect(field("Target URL").value).toBe(TARGET);
		mend();
		await submit();
		await expectPath("/admin");
	});

	it.each([
		["as it is", "Summer in the Algarve"],
		["with another title", "Winter in the Algarve"],
	])("because its answer was lost: pressed once more, %s, there is one link (P494)", async (_, title) => {
		fill(slugField(), "algarve");
		const mend = loseAnswer(API.links.all, 502);
		await submit();
		await expectFailureToast("Error", "Failed to create link. Please try again.");
		mend();
		fill(field("Title"), title);
		await submit();
		await expectPath("/admin");
		const made = (await (await browser().get(API.links.all)).json()) as LinkView[];
		expect(made.map((link) => [link.linkSlug, link.title])).toEqual([["algarve", title]]);
	});

	it("says why next to the button and at the field, brings that into view with the focus, and offers a way out (P135)", async () => {
		const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
		for (const [what, status, body, wayOut, focused] of REFUSALS) {
			fill(slugField(), `mine-${status}`);
			const mend = answerWith(API.links.all, status, body, "POST");
			await submit();
			await waitFor(() => expect(problem().hidden, what).toBe(false));
			await expectFocus(focused);
			expect(scroll.mock.contexts.at(-1), what).toBe(focused());
			if (wayOut !== "") {
				const link = within(problem()).getByRole("link", { name: new RegExp(wayOut) });
				expect(link.getAttribute("target")).toBe("_blank");
			}
			expect(field("Title").value).toBe("Summer in the Algarve");
			mend();
		}
		scroll.mockRestore();
	});

	it("because the browser is offline: the work is safe, and can be saved later", async () => {
		const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
		const mend = failCall(API.links.all);
		await submit();
		await screen.findByText(/^You're offline\. Your work is safe/);
		await expectFocus(problem);
		isOnline.mockRestore();
		mend();
		await submit();
		await expectPath("/admin");
	});

	it("because of three wrong fields: each is explained at once, and the first has the focus (P288)", async () => {
		const fields = [
			{ field: "targetUrl", code: "website_not_allowed", message: "Not this target" },
			{ field: "image", code: "image_unreadable", message: "Not this image" },
			{ field: "title", code: "too_long", message: "Not this title" },
		];
		const mend = answerWith(API.links.all, 400, { kind: "invalid", ...fields[0], fields }, "POST");
		await submit();
		await expectFocus(imageChooser);
		expect(messagesOf(field("Title"))).toContain("Not this title");
		expect(messagesOf(field("Target URL"))).toContain("Not this target");
		within(screen.getByRole("region", { name: /^Image/ })).getByText("Not this image");
		const lines = [...within(problem()).getByRole("alert").children].map(({ textContent }) => textContent);
		expect(lines).toEqual(["Target URL: Not this target", "Image: Not this image", "Title: Not this title"]);
		mend();
		fill(field("Title"), "Another title");
		fill(field("Target URL"), "https://example.com/other");
		await submit();
		await expectPath("/admin");
	});

	it("leaves the focus where it is until the answer comes, even after a refused file", async () => {
		await removeRefusedFile();
		const isFocused = vi.fn();
		imageChooser().addEventListener("focus", isFocused);
		const release = holdCalls(API.links.all);
		answerWith(API.links.all, 500);
		await submit();
		await waitFor(() =>
			expect(calls.filter(({ method, path }) => method === "POST" && path === API.links.all)).toHaveLength(1),
		);
		await waitFor(() => expect(createButton().getAttribute("aria-busy")).toBe("true"));
		release();
		await expectFocus(problem);
		expect(isFocused).not.toHaveBeenCalled();
	});

	it("because of a target that only the server refuses: is explained at its field, even after a refused file", async () => {
		await removeRefusedFile();
		fill(field("Target URL"), "http://localhost/secret");
		await submit();
		await screen.findByText("Please enter a valid URL. It leads to our own website.");
		await expectFocus(() => field("Target URL"));
	});
});

describe("a slug check", () => {
	it("that gets no answer is only logged", async () => {
		failCall("/api/links/check-slug-availability");
		await leaveSlug("mine");
		await waitFor(() => expect(loggedLines()).toContain("The custom URL could not be checked"));
		expect(createButton().disabled).toBe(false);
	});

	it("that is refused shows the server's message", async () => {
		answerWith("/api/links/check-slug-availability", 429, { kind: "too_many", message: "Slow down" });
		await leaveSlug("mine");
		await screen.findByText("Slow down");
		expect(createButton().disabled).toBe(false);
	});

	it("shows the server's message as text, whatever is in it (H3)", async () => {
		const message = '<img src=x onerror="window.broken=1"><script>window.broken=1</script><b>bold</b>';
		answerWith("/api/links/check-slug-availability", 409, { kind: "conflict", message });
		await leaveSlug("mine");
		await screen.findByText(message);
		expect(document.querySelector("img[src=x]")).toBeNull();
	});
});

type Refusal = [what: string, status: number, body: object, wayOut: string, focused: () => HTMLElement];
const REFUSALS: Refusal[] = [
	["a session that is over", 401, { kind: "unauthenticated", message: "Unauthorized" }, "Sign in again", problem],
	["a month that is used up", 403, { kind: "quota_exceeded", message: "All used up" }, "View plans", problem],
	["a plan that is over", 403, { kind: "subscription_required", message: "No plan" }, "View plans", problem],
	["a plan without own slugs", 403, at("customLinkSlug", "plan_required"), "View plans", slugField],
	["a slug that is taken", 409, at("customLinkSlug", "conflict"), "", slugField],
	["an image that is refused", 400, at("image", "invalid"), "", imageChooser],
];

/** A refusal of one field. */
function at(field: string, kind: string): object {
	const message = `Not this ${field}`;
	return { kind, code: kind, message, fields: [{ field, code: kind, message }] };
}

/** Chooses a file with an image's name and none inside; ends when the form has said so at the field. */
async function removeRefusedFile(): Promise<void> {
	await chooseFile(new File(["not a picture at all"], "fake.png", { type: "image/png" }));
	await screen.findByText("Please select an image file");
	await expectFocus(imageChooser);
	await user.click(screen.getByRole("button", { name: "Remove file" }));
	await waitFor(() => expect(screen.queryByText("Please select an image file")).toBeNull());
}
