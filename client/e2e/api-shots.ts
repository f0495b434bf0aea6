import type { Page } from "@playwright/test";
import type { ApiKeyList, ApiKeyView } from "#shared/api/keys/api-key.ts";
import { API } from "#shared/platform/api-paths.ts";
import { reloadWith } from "./shot-steps.ts";
import type { Shot } from "./shots.ts";

const PATH = "/admin/api";
const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const KEYS: ApiKeyView[] = [
	{
		...{ id: 1, name: "Nightly import", start: "vl_7Hq2x", scopes: ["links:read", "links:write", "stats:read"] },
		...{ createdAt: daysFromNow(-40), expiresAt: null, lastUsedAt: daysFromNow(0), lastUsedCountry: "PT" },
	},
	{
		...{ id: 2, name: "A dashboard with a name as long as the form allows it to be, sixty", start: "vl_b0Zk9" },
		...{ scopes: ["links:read", "links:write", "stats:read", "domains:read", "domains:write"] },
		...{ createdAt: daysFromNow(-90), expiresAt: daysFromNow(-1), lastUsedAt: daysFromNow(-2), lastUsedCountry: "GB" },
	},
];

const openForm = (page: Page) => page.getByRole("button", { name: "New key" }).click();

/** The states of a Pro plan's API page; each leaves no key behind. */
export const API_SHOTS: Shot[] = [
	{ name: "api-empty", path: PATH },
	{ name: "assistants", path: `${PATH}?tab=assistants` },
	{ name: "api-loading", path: PATH, prepare: (page) => reloadWith(page, `**${API.keys.all}`, "never") },
	{ name: "api-failed", path: PATH, prepare: (page) => reloadWith(page, `**${API.keys.all}`, "fail") },
	{ name: "api-form", path: PATH, prepare: openForm },
	{
		name: "api-form-mistakes",
		path: PATH,
		prepare: async (page) => {
			await openForm(page);
			for (const name of ["Read links", "Create and edit links", "Read statistics"])
				await page.getByRole("checkbox", { name }).uncheck();
			await page.getByRole("button", { name: "Create key" }).click();
		},
	},
	{ name: "api-keys", path: PATH, prepare: (page) => withKeys(page, { keys: KEYS, limit: 20 }) },
	{ name: "api-full", path: PATH, prepare: (page) => withKeys(page, { keys: KEYS, limit: 2 }) },
	{ name: "api-stopped", path: PATH, prepare: (page) => withKeys(page, { keys: KEYS, limit: 0 }) },
	{
		name: "api-revoke",
		path: PATH,
		prepare: async (page) => {
			await withKeys(page, { keys: KEYS, limit: 2 });
			await page.getByRole("button", { name: "Revoke Nightly import" }).click();
		},
	},
	{
		name: "api-made",
		path: PATH,
		prepare: async (page) => {
			await openForm(page);
			await page.getByLabel("Name").fill("Nightly import");
			await page.getByRole("button", { name: "Create key" }).click();
			await page.getByRole("button", { name: "Copy key" }).waitFor();
			const { keys } = (await (await page.request.get(API.keys.all)).json()) as ApiKeyList;
			// What is on screen stays.
			await page.context().setOffline(true);
			for (const { id } of keys) await page.request.delete(API.keys.one(id));
		},
	},
];

/** The keys of someone whose subscription has ended. */
export const KEPT_KEYS: Shot = {
	name: "api-kept-keys",
	path: "/account?section=data",
	prepare: (page) => withKeys(page, { keys: KEYS, limit: 0 }),
};

async function withKeys(page: Page, list: ApiKeyList): Promise<void> {
	await page.route(`**${API.keys.all}`, (route) => route.fulfill({ json: list }));
	await page.reload();
	await page.getByText("Nightly import").first().waitFor();
}
