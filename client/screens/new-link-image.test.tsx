import { beforeEach, expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import {
	chooseFile,
	chooseImage,
	expectSaved,
	fillRequired,
	imageChooser,
	openNewLink,
	shownImage,
	submit,
} from "./link-form.ts";
import { calls, failCall, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { expectFocus, expectPath, expectToast, screen, user, waitFor } from "./screen.tsx";

beforeEach(async () => {
	await becomePerson({ plan: "pro" });
	await openNewLink();
});

it("the image is made when it is chosen, and what the card shows is what is saved (P502)", async () => {
	fillRequired();
	const release = holdCalls(API.links.image);
	await chooseImage();
	await screen.findByRole("progressbar", { name: "Image upload" });
	screen.getByText("sea.png");
	expect(shownImage()).toBeNull();
	release();
	await waitFor(() => expect(shownImage()).toMatch(/^\/images\/.+\.jpg/));
	const shown = shownImage();
	await submit();
	await expectToast("Success!", "Link created successfully");
	await expectPath("/admin");
	const form = calls.find(({ method, path }) => method === "POST" && path === API.links.all)?.body as FormData;
	const parts = ["title", "description", "targetUrl", "customLinkSlug", "imageUrl", "imageSource"];
	expect([...form.keys()]).toEqual(expect.arrayContaining(parts));
	expect([form.get("imageSource"), form.get("imageUrl"), form.has("image")]).toEqual(["upload", shown, false]);
	const list = await screen.findByRole("list", { name: "Your Links" });
	await waitFor(() => expect(list.querySelector("li img")?.getAttribute("src")).toContain(shown));
});

it("a refused file blocks the save until it is removed, and the former image stays (P502)", async () => {
	fillRequired();
	await chooseImage();
	await waitFor(() => expect(shownImage()).not.toBeNull());
	const former = shownImage();
	await chooseFile(new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])], "broken.jpg"));
	await screen.findByText("This image could not be read");
	await submit();
	await expectFocus(imageChooser);
	expect(calls.some(({ method, path }) => method === "POST" && path === API.links.all)).toBe(false);
	await user.click(screen.getByRole("button", { name: "Remove file" }));
	await waitFor(() => expect(screen.queryByText("This image could not be read")).toBeNull());
	expect(shownImage()).toBe(former);
	await submit();
	await expectSaved();
});

it("a file that could not be sent says so at the field, and is sent again (P502)", async () => {
	const mend = failCall(API.links.image);
	await chooseImage();
	const alert = await screen.findByText("Visualink could not be reached. Please try again.");
	expect(alert.getAttribute("role")).toBe("alert");
	mend();
	await user.click(screen.getByRole("button", { name: "Try again" }));
	await waitFor(() => expect(shownImage()).toMatch(/^\/images\//));
	expect(screen.queryByText("Visualink could not be reached. Please try again.")).toBeNull();
	screen.getByText("sea.png");
});

it("a person who picks a wrong or too large file reads so before anything is sent", async () => {
	await chooseFile(new File(["no picture"], "notes.txt", { type: "text/plain" }));
	await screen.findByText("Please select an image file");
	await chooseFile(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "huge.png", { type: "image/png" }));
	await screen.findByText("File size must be less than 5MB");
	expect(shownImage()).toBeNull();
	await chooseImage();
	await waitFor(() => expect(shownImage()).not.toBeNull());
	expect(screen.queryByText("File size must be less than 5MB")).toBeNull();
	await user.click(screen.getByRole("button", { name: "Remove image" }));
	await waitFor(() => expect(shownImage()).toBeNull());
	await expectFocus(imageChooser);
	expect(calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([API.links.image]);
});
