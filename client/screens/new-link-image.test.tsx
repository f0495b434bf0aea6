import { beforeEach, expect, it } from "vitest";
import { API } from "#shared/api-paths.ts";
import {
	chooseFile,
	chooseImage,
	createButton,
	fillRequired,
	imageChooser,
	openNewLink,
	shownImage,
	submit,
} from "./link-form.ts";
import { calls, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { expectFocus, expectPath, expectToast, screen, user, waitFor } from "./screen.tsx";

beforeEach(async () => {
	await becomePerson({ plan: "pro" });
	await openNewLink();
});

it("a person creates a link with an image, sees the upload, and is led to the dashboard", async () => {
	fillRequired();
	await chooseImage();
	await waitFor(() => expect(shownImage()).toMatch(/^blob:/));
	screen.getByText("sea.png");
	const release = holdCalls(API.links.all);
	await submit();
	await screen.findByRole("progressbar", { name: "Image upload" });
	expect(createButton().disabled).toBe(true);
	release();
	await expectToast("Success!", "Link created successfully");
	await expectPath("/admin");
	const form = calls.find(({ method }) => method === "POST")?.body as FormData;
	const parts = ["title", "description", "targetUrl", "customLinkSlug", "imageUrl", "imageSource", "image"];
	expect([...form.keys()]).toEqual(expect.arrayContaining(parts));
	expect(form.get("imageSource")).toBe("upload");
	const list = await screen.findByRole("list", { name: "Your Links" });
	await waitFor(() => expect(list.querySelector("li img")?.getAttribute("src")).toMatch(/\/images\/.+\.jpg/));
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
	expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
});
