import type { Page, Route } from "@playwright/test";
import { paste } from "./link-form.ts";
import { fillLink } from "./shot-steps.ts";
import type { Shot } from "./shots.ts";

const path = "/admin/link/new";
const PREFILL = "**/api/links/prefill";
const IMAGE = "**/api/links/picture";
const SAVE = "**/api/links";

/** A form that begins with a page: everything that becomes of that, and of saving it. */
export const STARTS: Shot[] = [
	{
		name: "start-reading",
		path,
		prepare: async (page) => {
			await page.route(PREFILL, () => undefined);
			await startFrom(page, "article");
			await page.getByRole("button", { name: "Stop reading the page" }).waitFor();
		},
	},
	{ name: "start-filled", path, prepare: fillFromPage },
	{
		name: "start-kept",
		path,
		prepare: async (page) => {
			await page.getByLabel("Title").fill("My own words");
			await startFrom(page, "article");
			await page.getByRole("button", { name: "Use the page's instead" }).waitFor();
			await page.getByText(/^From .*image\./).waitFor();
		},
	},
	{
		name: "start-blocked",
		path,
		prepare: async (page) => {
			await startFrom(page, "challenge");
			await page.getByText(/blocks automated readers/).waitFor();
		},
	},
	{
		name: "start-failed",
		path,
		prepare: async (page) => {
			await startFrom(page, "broken");
			await page.getByText(/answered 500/).waitFor();
		},
	},
	{
		name: "start-session-over",
		path,
		prepare: async (page) => {
			await page.route(PREFILL, refused(401, "unauthenticated", "Unauthorized"));
			await startFrom(page, "article");
			await page.getByRole("link", { name: "Sign in again" }).waitFor();
		},
	},
	{
		name: "start-plan-over",
		path,
		prepare: async (page) => {
			const words = "You need an active subscription to access this feature";
			await page.route(PREFILL, refused(403, "subscription_required", words));
			await startFrom(page, "article");
			await page.getByRole("link", { name: "View plans" }).waitFor();
		},
	},
	{
		name: "save-waits",
		path,
		prepare: async (page) => {
			await page.route(IMAGE, () => undefined);
			await startFrom(page, "article");
			await page.getByText(/^Copying an image/).waitFor();
			await page.getByRole("button", { name: "Create Link" }).click();
			await page.getByText("Waiting for the image …").waitFor();
		},
	},
	{ name: "save-slug-taken", path, prepare: saveRefused(409, "conflict", "This custom URL is already taken") },
	{
		name: "save-quota",
		path,
		prepare: saveRefused(403, "quota_exceeded", "You have reached your monthly limit of 150 links"),
	},
	{
		name: "save-offline",
		path,
		prepare: async (page) => {
			await fillLink(page);
			await page.route(SAVE, (route) => route.abort("internetdisconnected"));
			await page.getByRole("button", { name: "Create Link" }).click();
			await page.getByText("Failed to create link. Please try again.").first().waitFor();
		},
	},
];

/** The same, with an image or a page that can't be had. */
export const STARTS_IN_VAIN: Shot[] = [
	{
		name: "start-picture-missing",
		path,
		prepare: async (page) => {
			await page.route(
				IMAGE,
				refused(429, "too_many", "You've read many pages in the last minute. Try again in a minute."),
			);
			await startFrom(page, "article");
			await page.getByText(/couldn.t load its image/).waitFor();
		},
	},
	{
		name: "start-failed-at-target",
		path,
		prepare: async (page) => {
			await paste(page.getByLabel("Target URL"), pageOf("broken"));
			await page.getByText(/answered 500/).waitFor();
		},
	},
	{
		name: "start-picture-refused",
		path,
		prepare: async (page) => {
			await fillFromPage(page);
			await page.route(IMAGE, refused(401, "unauthenticated", "Unauthorized"));
			await page.getByRole("button", { name: "Image 2" }).click();
			await page.getByRole("link", { name: "Sign in again" }).waitFor();
		},
	},
	{
		name: "start-picture-session-over",
		path,
		prepare: async (page) => {
			await page.route(IMAGE, refused(401, "unauthenticated", "Unauthorized"));
			await startFrom(page, "article");
			await page.getByText(/couldn.t load its image/).waitFor();
		},
	},
];

/** Each from a host of its own: one is asked six times a minute at most. */
function pageOf(what: string): string {
	return `http://coast${Date.now()}.sandbox.example/${what}`;
}

async function startFrom(page: Page, what: string): Promise<void> {
	await page.getByLabel("Start from a page").last().fill(pageOf(what));
	await page.getByRole("button", { name: "Fill in" }).click();
}

async function fillFromPage(page: Page): Promise<void> {
	await startFrom(page, "article");
	await page.getByText(/^From .*image\./).waitFor();
}

function refused(status: number, kind: string, message: string) {
	return (route: Route) => route.fulfill({ status, json: { kind, message } });
}

function saveRefused(status: number, kind: string, message: string) {
	return async (page: Page) => {
		await fillLink(page);
		await page.route(SAVE, refused(status, kind, message));
		await page.getByRole("button", { name: "Create Link" }).click();
		await page.getByText("Failed to create link. Please try again.").first().waitFor();
	};
}
