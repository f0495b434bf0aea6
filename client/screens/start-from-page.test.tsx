import { beforeEach, expect, it } from "vitest";
import { description, expectSaved, openNewLink, submit, target, title } from "./link-form.ts";
import { chooseOfList } from "./link-menu.ts";
import { answerWith, browser, calls, failCall, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	address,
	article,
	button,
	DESCRIPTION,
	expectStatus,
	markOwnNavigation,
	paste,
	start,
	TITLE,
} from "./prefill.ts";
import { expectValue, fill, openScreen, reloadScreen, screen, user, waitFor } from "./screen.tsx";

beforeEach(() => becomePerson({ plan: "starter" }));

const reads = () => calls.filter(({ path }) => path === "/api/links/prefill");

it("what a person typed stays until the person asks for the page's; an address pasted as target is read, too", async () => {
	await openNewLink();
	fill(title(), "My own words");
	await paste(target(), article("hills"));
	await expectValue(description, DESCRIPTION);
	expect([target().value, title().value]).toEqual([article("hills"), "My own words"]);
	await expectStatus(/Left as you wrote it: title\.$/);
	await user.click(button("Use the page's instead"));
	await expectValue(title, TITLE);
	// Pasted into a field that has a value, an address is text.
	const before = reads().length;
	await paste(target(), "https://example.com/");
	await user.tab();
	expect(target().value).toContain("https://example.com/");
	expect(reads()).toHaveLength(before);
});

it("the address at the start and the target are one value, and another address ends the reading (P600)", async () => {
	await openNewLink();
	fill(address(), "example.com/a");
	expect(target().value).toBe("example.com/a");
	await user.tab();
	expect([address().value, target().value]).toEqual(["https://example.com/a", "https://example.com/a"]);
	fill(target(), "https://example.com/b");
	await expectValue(address, "https://example.com/b");
	// Nothing is named before the form was sent.
	fill(address(), "no address");
	await user.tab();
	expect(screen.queryByText(/^Please enter a valid URL/)).toBeNull();
	fill(address(), "");

	const release = holdCalls("/api/links/prefill");
	await paste(address(), article("inlet"));
	await expectStatus("Reading inlet.sandbox.example …");
	fill(target(), `${article("inlet")}?utm_source=mail`);
	await expectStatus("Reading inlet.sandbox.example …");
	fill(target(), "https://example.com/elsewhere");
	await expectStatus(/^We read its title/);
	release();
	expect([title().value, address().value]).toEqual(["", "https://example.com/elsewhere"]);
});

it("an address that the page's own names is read at once, and a person can stop that", async () => {
	const release = holdCalls("/api/links/prefill");
	markOwnNavigation();
	await openNewLink(`?url=${encodeURIComponent(article("river"))}`);
	await expectStatus("Reading river.sandbox.example …");
	expect(target().value).toBe(article("river"));
	await user.click(screen.getByRole("button", { name: "Stop reading the page" }));
	await expectStatus(/^We read its title/);
	release();
	expect(title().value).toBe("");
	fill(title(), "Typed after all");
	fill(description(), "By hand.");
	await submit();
	await expectSaved();
	expect(calls.find(({ method, path }) => method === "POST" && path === "/api/links")).toBeTruthy();
});

it("a page that can't be read says why, and the form works without it", async () => {
	await openNewLink();
	for (const [typed, words] of [
		["http://127.0.0.1/", "Only public web addresses (http or https) can be read. You can fill in the form yourself."],
		[
			"no address",
			"Please enter a valid URL. It doesn't begin with https:// or http://. You can fill in the form yourself.",
		],
		["http://lake.sandbox.example/broken", "lake.sandbox.example answered 500. You can fill in the form yourself."],
		[
			"http://lake.sandbox.example/challenge",
			"lake.sandbox.example blocks automated readers. Please fill in the rest yourself.",
		],
	] as const) {
		fill(address(), typed);
		await user.keyboard("{Enter}");
		await expectStatus(words);
		expect(title().value).toBe("");
	}
	// No word on one address stays next to another.
	fill(address(), article("pond"));
	await expectStatus(/^We read its title/);
	answerWith("/api/links/picture", 422);
	await user.click(button("Fill in"));
	await expectStatus(/title, description\. We couldn't load its image\.$/);
	const mend = failCall("/api/links/prefill");
	await user.click(button("Fill in"));
	await expectStatus("Visualink could not be reached. Please try again. You can fill in the form yourself.");
	mend();
	browser().cookies.clear();
	await user.click(button("Fill in"));
	await expectStatus("Your session has ended. Your work is safe. Sign in again, then try once more.");
	expect(
		start()
			.getByRole("link", { name: /^Sign in again/ })
			.getAttribute("target"),
	).toBe("_blank");
});

it("a bare domain gets its https:// when the field loses the focus, and by Enter", async () => {
	await openNewLink();
	fill(target(), "example.com/page");
	await user.tab();
	await expectValue(target, "https://example.com/page");
	expect(screen.queryByText(/^Please enter a valid URL/)).toBeNull();
	fill(title(), "Bare");
	fill(description(), "A bare domain.");
	fill(target(), "example.org");
	await user.keyboard("{Enter}");
	await expectSaved();
});

it("a shared title is never reported as the page's, and as shortened only where it was", async () => {
	const shared = (words: string) => `?${new URLSearchParams({ title: words, url: IMAGE })}`;
	const IMAGE = "http://shore.sandbox.example/beach.png";
	await openNewLink(shared("Photo"));
	await user.click(button("Read page"));
	await expectStatus("From shore.sandbox.example: image.");
	expect(title().value).toBe("Photo");

	reloadScreen(`/admin/link/new${shared("Eleven quiet beaches ".repeat(5))}`);
	await screen.findByRole("button", { name: "Read page" });
	await user.click(button("Read page"));
	await expectStatus("From shore.sandbox.example: image. Shortened to fit: title.");
	expect(title().value).toMatch(/^Eleven quiet .+…$/);

	// The page has no title instead of one that was corrected meanwhile.
	const release = holdCalls("/api/links/prefill");
	reloadScreen(`/admin/link/new${shared("Photo")}`);
	await screen.findByRole("button", { name: "Read page" });
	await user.click(button("Read page"));
	fill(title(), "My photo");
	release();
	await expectStatus("From shore.sandbox.example: image.");
	expect(title().value).toBe("My photo");
});

it("a phone's share sheet leads to the form, and the bookmarklet has its address", async () => {
	const shared = article("share");
	const manifest = (await (await browser().get("/manifest.webmanifest")).json()) as {
		share_target: { action: string; params: Record<string, string> };
		icons: { src: string }[];
	};
	const { action, params } = manifest.share_target;
	for (const { src } of manifest.icons) expect((await browser().get(src)).status).toBe(200);
	const query = { [params.title ?? ""]: "What the app calls it", [params.text ?? ""]: `Look: ${shared}` };
	markOwnNavigation();
	openScreen(`${action}?${new URLSearchParams(query)}`);
	await screen.findByRole("region", { name: "Start from a page" });
	await expectStatus("Read share.sandbox.example/article? We fill in its title, description and image.");
	expect([target().value, title().value]).toEqual([shared, "What the app calls it"]);
	await user.click(button("Read page"));
	await expectValue(title, TITLE);

	reloadScreen("/admin");
	await chooseOfList("Bookmarklet");
	const bookmark = await screen.findByText("Make a Visualink", { exact: true });
	await user.click(bookmark);
	await screen.findByText(/^Not here: drag it/);
	// What the code does is seen in bookmarklet.test.ts.
	const code = decodeURIComponent(bookmark.getAttribute("href") ?? "");
	expect(code).toMatch(/^javascript:/);
	expect(code).toContain(`${location.origin}/admin/link/new?url=`);
});

it("another website may name a page, and nothing of it is read without a click (P243)", async () => {
	const named = article("named");
	await openNewLink(`?url=${encodeURIComponent(named)}`);
	await expectStatus(/^Read named\.sandbox\.example\/article\?/);
	expect(target().value).toBe(named);
	// It is asked about this page, and about no other.
	fill(address(), article("another"));
	await expectStatus(/^We read its title/);
	fill(address(), named);
	await waitFor(() => button("Read page"));
	expect(reads()).toEqual([]);
	await user.click(button("Read page"));
	await expectValue(title, TITLE);
	expect(reads()).toHaveLength(1);
});
