import { expect, it, vi } from "vitest";
import type { ApiKeyList, ApiKeyView } from "#shared/api/keys/api-key.ts";
import { API } from "#shared/platform/api-paths.ts";
import { lapse } from "./billing-states.ts";
import { answerJson, answerWith, browser, calls, changeAnswer, failCall, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	messagesOf,
	openScreen,
	press,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";
import { publishChange } from "./stream.ts";

const SCREEN = "/admin/api";
const KEY = /^vl_[0-9A-Za-z]{36}$/;
const heading = () => screen.getByRole("heading", { level: 2, name: "Keys" });
const list = () => within(screen.getByRole("list", { name: "API keys" }));
const permission = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const sent = (method: string) => calls.filter((call) => call.method === method);

/** Makes a key by HTTP, as another page does. */
async function makeKey(name: string): Promise<ApiKeyView> {
	const answer = await browser().post(API.keys.all, { name, scopes: ["links:read"], expiresInDays: null });
	return (await answer.json()) as ApiKeyView;
}

async function keysOnServer(): Promise<ApiKeyView[]> {
	return ((await (await browser().get(API.keys.all)).json()) as ApiKeyList).keys;
}

it("P651: a key is made with what it may do, shown once with a command to try it, and revoked after a question", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin");
	await user.click(await screen.findByRole("button", { name: /Account menu/ }));
	await user.click(await screen.findByRole("menuitem", { name: "API" }));
	await expectPath(SCREEN);
	await screen.findByText("0 of 2 keys");
	expect(document.title).toBe("API · Visualink");
	screen.getByText(/^No keys yet\. With a key, your programs can create links/);
	for (const name of ["Documentation", "See examples"])
		expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/developers");

	await press("New key");
	await expectFocus(() => field("Name"));
	expect(screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([
		...[true, true, true],
		...[false, false, false],
	]);
	screen.getByText("Works until you revoke it.");
	fill(field("Name"), " Nightly import ");
	await user.click(permission("Create and edit links"));
	await user.click(permission("Read domains"));
	await user.click(screen.getByRole("radio", { name: "90 days" }));
	screen.getByText(/^Works until \w+ \d+, \d{4}\.$/);
	await press("Create key");
	await expectFocus(() => screen.getByRole("heading", { level: 3, name: 'Your new key "Nightly import"' }));
	expect(sent("POST").map(({ body }) => body)).toEqual([
		JSON.stringify({ name: "Nightly import", scopes: ["links:read", "stats:read", "domains:read"], expiresInDays: 90 }),
	]);
	screen.getByText("Copy it now and keep it secret. You won't see it again.");
	const key = screen.getByText(KEY).textContent ?? "";

	const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
	await press("Copy key");
	await expectToast("Copied!", "Key copied to clipboard");
	await press("Copy command");
	expect(write.mock.calls.flat()).toEqual([key, `curl -H "Authorization: Bearer ${key}" ${location.origin}/api/v1/me`]);
	write.mockRestore();
	await press("Done");
	await expectFocus(() => screen.getByRole("button", { name: "New key" }));
	expect(document.body.textContent).not.toContain(key);
	screen.getByText("1 of 2 keys");

	reloadScreen();
	await screen.findByRole("button", { name: "Revoke Nightly import" });
	list().getByText(`${key.slice(0, 8)}…`);
	list().getByText("Read links, read statistics, read domains");
	list().getByText(/^Created \w+ \d+, \d{4}$/);
	list().getByText(/^Expires \w+ \d+, \d{4}$/);
	list().getByText("Never used");
	expect(document.body.textContent).not.toContain(key);

	await press("Revoke Nightly import");
	const dialog = () => within(screen.getByRole("dialog", { name: 'Revoke "Nightly import"?' }));
	await screen.findByText(
		"Programs that use this key stop working within a second. You can't undo this. It was never used.",
	);
	await press("Keep key", dialog());
	expect(await keysOnServer()).toHaveLength(1);
	await press("Revoke Nightly import");
	await screen.findByRole("dialog");
	await press("Revoke key", dialog());
	await expectToast("Key revoked");
	await screen.findByText("0 of 2 keys");
	await expectFocus(heading);
	expect(await keysOnServer()).toEqual([]);
});

it("P651: mistakes are said at their fields, the server's too, and what was typed stays", async () => {
	await becomePerson({ plan: "pro" });
	openScreen(SCREEN);
	await press("New key");
	await press("Create key");
	await waitFor(() => expect(messagesOf(field("Name"))).toEqual(["Name is required"]));
	await expectFocus(() => field("Name"));
	fill(field("Name"), "x".repeat(61));
	for (const name of ["Read links", "Create and edit links", "Read statistics"]) await user.click(permission(name));
	await press("Create key");
	await waitFor(() => expect(messagesOf(field("Name"))).toEqual(["Name must be 60 characters or less"]));
	screen.getByText("Choose at least one permission");
	fill(field("Name"), "CI");
	await press("Create key");
	await expectFocus(() => permission("Read links"));
	expect(messagesOf(permission("Read links")).at(-1)).toBe("Choose at least one permission");
	expect(sent("POST")).toEqual([]);

	await user.click(permission("Read links"));
	expect(screen.queryByText("Choose at least one permission")).toBeNull();
	const message = "This name can't be used";
	const refusal = { error: "invalid", kind: "invalid", code: "invalid", message };
	const body = { ...refusal, fields: [{ field: "name", code: "invalid", message }] };
	const accept = answerWith(API.keys.all, 400, body, "POST");
	await press("Create key");
	await waitFor(() => expect(messagesOf(field("Name"))).toEqual([message]));
	accept();
	const connect = failCall(API.keys.all);
	await press("Create key");
	await expectToast("Error", "The key could not be created");
	connect();
	expect([field("Name").value, permission("Read links").checked]).toEqual(["CI", true]);
	await press("Cancel");
	await expectFocus(() => screen.getByRole("button", { name: "New key" }));
});

it("P651: a double click makes one key", async () => {
	await becomePerson({ plan: "pro" });
	openScreen(SCREEN);
	await press("New key");
	fill(field("Name"), "CI");
	const release = holdCalls(API.keys.all);
	await user.dblClick(screen.getByRole("button", { name: "Create key" }));
	await waitFor(() =>
		expect(screen.getByRole<HTMLButtonElement>("button", { name: "Create key" }).disabled).toBe(true),
	);
	release();
	await screen.findByText(KEY);
	expect(await keysOnServer()).toHaveLength(1);
});

it("P651: the limit is said before it is met, and one that another page meets is refused in words", async () => {
	await becomePerson({ plan: "pro" });
	await makeKey("First");
	openScreen(SCREEN);
	await screen.findByText("1 of 2 keys");
	await press("New key");
	fill(field("Name"), "Third");
	await makeKey("Second");
	await press("Create key");
	await screen.findByText("Your plan allows 2 API keys. Revoke one first.");
	await screen.findByText("2 of 2 keys");
	await press("Cancel");
	await screen.findByText(/^Your plan includes 2 keys\. To create another, revoke one or/);
	expect(screen.getByRole("link", { name: "choose a bigger plan" }).getAttribute("href")).toBe("/pricing");
	expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
	await expectFocus(heading);
});

it("P652: what another page makes, uses or revokes is shown by an event, also while a new key is shown", async () => {
	await becomePerson({ plan: "pro" });
	openScreen(SCREEN);
	await screen.findByText("0 of 2 keys");
	const { id } = await makeKey("Theirs");
	publishChange({ kind: "keys" });
	await screen.findByRole("button", { name: "Revoke Theirs" });
	await press("New key");
	fill(field("Name"), "Mine");
	await press("Create key");
	await screen.findByText(KEY);
	await browser().delete(API.keys.one(id));
	publishChange({ kind: "keys" });
	await waitFor(() => expect(screen.queryByRole("button", { name: "Revoke Theirs" })).toBeNull());
	screen.getByText(KEY);
	const [mine] = await keysOnServer();
	await browser().delete(API.keys.one(mine?.id ?? 0));
	publishChange({ kind: "keys" });
	await waitFor(() => expect(screen.queryByText(KEY)).toBeNull());
	await expectFocus(() => screen.getByRole("button", { name: "New key" }));
});

it("P651: a key that another page has revoked is gone, and a failed revocation is said", async () => {
	await becomePerson({ plan: "pro" });
	const [{ id }] = [await makeKey("CI"), await makeKey("Kept")];
	openScreen(SCREEN);
	await press("Revoke CI");
	await browser().delete(API.keys.one(id));
	await press("Revoke key");
	await expectToast("Key revoked");
	await waitFor(() => expect(screen.queryByRole("button", { name: "Revoke CI" })).toBeNull());
	const [kept] = await keysOnServer();
	answerWith(API.keys.one(kept?.id ?? 0), 500);
	await press("Revoke Kept");
	await press("Revoke key");
	await expectToast("Error", "The key could not be revoked");
	await expectFocus(() => screen.getByRole("button", { name: "Revoke Kept" }));
});

it("P651: a plan without the API leads to the plans", async () => {
	await becomePerson({ plan: "basic" });
	openScreen(SCREEN);
	const upgrade = await screen.findByRole("link", { name: "Upgrade to use this feature" });
	expect(upgrade.getAttribute("href")).toBe("/pricing");
	screen.getByText("Pro, €19.99 a month");
	screen.getByText(/^No keys yet\./);
	expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
});

it("P651: after a downgrade keys are stopped, for a reason, and can be revoked", async () => {
	await becomePerson({ plan: "pro" });
	await makeKey("CI");
	const upgrade = changeAnswer(API.keys.all, { limit: 0 });
	openScreen(SCREEN);
	await screen.findByText("Your plan has no API, so these keys have stopped. They work again once you upgrade.");
	list().getByText("Stopped");
	screen.getByRole("button", { name: "Revoke CI" });
	expect(screen.queryByRole("button", { name: "New key" })).toBeNull();
	upgrade();
	publishChange({ kind: "subscription" });
	await screen.findByText("1 of 2 keys");
	expect(screen.queryByText("Stopped")).toBeNull();
});

it("P651: without a subscription the account's data lists its keys as stopped, to be revoked", async () => {
	await becomePerson({ plan: "pro" });
	await makeKey("CI");
	await lapse();
	openScreen("/account?section=data");
	await screen.findByText("These keys have stopped. They work again with a Pro or Enterprise plan.");
	list().getByText("Stopped");
	await press("Revoke CI");
	await press("Revoke key");
	await expectToast("Key revoked");
	await waitFor(() => expect(screen.queryByText("API keys")).toBeNull());
	expect(await keysOnServer()).toEqual([]);
});

it("P651: an expired key says so, and one in use says when and from where", async () => {
	await becomePerson({ plan: "pro" });
	const common = { scopes: ["links:write"], createdAt: "2026-03-05T12:00:00.000Z", start: "vl_ab12c" };
	const lastUsedAt = new Date().toISOString();
	answerJson(API.keys.all, () => ({
		keys: [
			{ ...common, id: 1, name: "Old", expiresAt: "2026-06-03T12:00:00.000Z", lastUsedAt: null, lastUsedCountry: null },
			{ ...common, id: 2, name: "New", expiresAt: null, lastUsedAt, lastUsedCountry: "PT" },
		],
		limit: 20,
	}));
	openScreen(SCREEN);
	await screen.findByText("2 of 20 keys");
	for (const text of ["Expired", "Expired June 3, 2026", "Never expires", "Last used today from Portugal"])
		list().getByText(text);
	await press("Revoke New");
	await screen.findByText(/It was last used today from Portugal\.$/);
});

it("P651: where keys could not be loaded, trying again helps", async () => {
	await becomePerson({ plan: "pro" });
	const letThrough = answerWith(API.keys.all, 500);
	openScreen(SCREEN);
	await screen.findByText("We couldn't load your API keys.");
	letThrough();
	await press("Try again");
	await screen.findByText("0 of 2 keys");
});
