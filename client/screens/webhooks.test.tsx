import { expect, it, vi } from "vitest";
import type { WebhookDeliveryView, WebhookList, WebhookView } from "#shared/api/webhooks/webhook.ts";
import { API } from "#shared/platform/api-paths.ts";
import { answerJson, answerWith, browser, calls, changeAnswer } from "./network.ts";
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

const SCREEN = "/admin/api?tab=webhooks";
const SECRET = /^whsec_[0-9A-Za-z+/]{43}=$/;
/** Nothing listens there: each delivery fails at once. */
const ADDRESS = "http://receiver-11.sandbox.example/hooks";
const SHOWN = "receiver-11.sandbox.example/hooks";
const heading = () => screen.getByRole("heading", { level: 2, name: "Webhooks" });
const event = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const sent = (method: string) => calls.filter((call) => call.method === method);

/** Makes a webhook by HTTP, as another page does. */
async function makeWebhook(): Promise<WebhookView> {
	return (await (
		await browser().post(API.webhooks.all, { url: ADDRESS, events: ["link.created"] })
	).json()) as WebhookView;
}

async function webhooksOnServer(): Promise<WebhookView[]> {
	return ((await (await browser().get(API.webhooks.all)).json()) as WebhookList).webhooks;
}

it("P669: a webhook is made with its events, its secret shown once and rolled, and deleted after a question", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin/api");
	await screen.findByText("0 of 2 keys");
	await user.click(screen.getByRole("tab", { name: "Webhooks" }));
	await expectPath(SCREEN);
	await screen.findByText("0 of 2 webhooks");
	expect(document.title).toBe("Webhooks · API · Visualink");
	screen.getByText(/^No webhooks yet\. A webhook sends events to your server within seconds/);
	// That of the keys stays behind the tab.
	expect(screen.getAllByRole("link", { name: "See examples" }).at(-1)?.getAttribute("href")).toBe(
		"/developers#webhooks",
	);

	await press("New webhook");
	await expectFocus(() => field("Address"));
	fill(field("Address"), ` ${ADDRESS} `);
	await user.click(event("link.updated"));
	await user.click(event("card.previewed"));
	await press("Create webhook");
	await expectFocus(() => screen.getByRole("heading", { level: 3, name: "Your webhook's secret" }));
	expect(sent("POST").map(({ body }) => body)).toEqual([
		JSON.stringify({ url: ADDRESS, events: ["link.created", "link.deleted", "card.previewed"] }),
	]);
	const secret = screen.getByText(SECRET).textContent ?? "";
	const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
	await press("Copy secret");
	await expectToast("Copied!", "Secret copied to clipboard");
	await press("Copy code");
	expect(write.mock.calls.flat()[0]).toBe(secret);
	expect(write.mock.calls.flat()[1]).toContain("webhook.verify(body, headers)");
	write.mockRestore();

	// What is shown once stays while another tab of the page is open.
	await user.click(screen.getByRole("tab", { name: "Keys" }));
	await expectPath("/admin/api");
	await user.click(screen.getByRole("tab", { name: "Webhooks" }));
	screen.getByText(secret);
	await press("Done");
	await expectFocus(() => screen.getByRole("button", { name: "New webhook" }));
	expect(document.body.textContent).not.toContain(secret);

	await press("Roll secret");
	screen.getByText("You get a new secret. The current one works for 24 more hours, so you can update your receiver.");
	await press("Keep secret", dialog("Roll the secret?"));
	await press("Roll secret");
	await press("Roll secret", dialog("Roll the secret?"));
	await expectFocus(() => screen.getByRole("heading", { level: 3, name: "Your new secret" }));
	const rolled = screen.getByText(SECRET).textContent ?? "";
	expect(rolled).not.toBe(secret);
	await screen.findByText(
		/^Copy it now and keep it secret\. You won't see it again\. The previous secret works until .+\.$/,
	);
	await press("Done");
	reloadScreen();
	await screen.findByText(/^The previous secret works until/);
	expect(document.body.textContent).not.toContain(rolled);

	await press(`Delete ${SHOWN}`);
	await press("Keep webhook", dialog(`Delete ${SHOWN}?`));
	expect(await webhooksOnServer()).toHaveLength(1);
	await press(`Delete ${SHOWN}`);
	await press("Delete webhook", dialog(`Delete ${SHOWN}?`));
	await expectToast("Webhook deleted");
	await screen.findByText("0 of 2 webhooks");
	await expectFocus(heading);
	expect(await webhooksOnServer()).toEqual([]);
});

it("P669: mistakes are said at their fields, the server's too, and an edit is saved", async () => {
	await becomePerson({ plan: "pro" });
	openScreen(SCREEN);
	await press("New webhook");
	for (const name of ["link.created", "link.updated", "link.deleted"]) await user.click(event(name));
	await press("Create webhook");
	await waitFor(() => expect(messagesOf(field("Address"))).toEqual(["Address is required"]));
	expect(messagesOf(event("link.created")).at(-1)).toBe("Choose at least one event");
	await expectFocus(() => field("Address"));
	await user.click(event("stats.day"));
	fill(field("Address"), "http://localhost:11/hooks");
	await press("Create webhook");
	await waitFor(() =>
		expect(messagesOf(field("Address"))).toEqual([`Please enter a valid URL. In the sandbox, use ${ADDRESS} instead.`]),
	);
	await expectFocus(() => field("Address"));
	expect(event("stats.day").checked).toBe(true);
	fill(field("Address"), ADDRESS);
	await press("Create webhook");
	await screen.findByText(SECRET);
	await press("Done");

	await press("New webhook");
	expect(messagesOf(field("Address"))[0]).toContain(
		"In the sandbox, http://receiver-8000.sandbox.example leads to port 8000 of this machine.",
	);
	fill(field("Address"), ADDRESS);
	await press("Create webhook");
	await waitFor(() =>
		expect(messagesOf(field("Address"))[0]).toMatch(/^Your webhook with the id \d+ has this address\./),
	);
	await press("Cancel");

	await press("Edit");
	expect(field("Address").value).toBe(ADDRESS);
	await user.click(event("usage.80"));
	await press("Save webhook");
	await expectToast("Webhook saved");
	await expectFocus(() => screen.getByRole("button", { name: "Edit" }));
	expect((await webhooksOnServer())[0]?.events).toEqual(["stats.day", "usage.80"]);
});

it("P669: a failed delivery is shown by an event, opened with its request, and sent again; the webhook is turned off and on", async () => {
	await becomePerson({ plan: "pro" });
	await makeWebhook();
	openScreen(SCREEN);
	await screen.findByText("Nothing sent yet. Send a test to check your receiver.");
	await screen.findByText("None yet.");
	await press("Send test");
	await screen.findByText("webhook.test");
	const [{ id } = { id: 0 }] = await webhooksOnServer();
	await waitFor(async () => {
		const answer = await browser().get(API.webhooks.deliveries(id));
		expect(((await answer.json()) as { deliveries: WebhookDeliveryView[] }).deliveries[0]?.attempts).toBe(1);
	});
	publishChange({ kind: "webhooks" });
	await screen.findByText(/^The connection was refused, next try (?:at .+|now) \(\d of 10\)$/);
	await screen.findByText(/^Failing since .+\. We turn it off after 20 failures in a row over at least 24 hours\.$/);
	await user.click(screen.getByText("webhook.test"));
	await screen.findByText(/^evt_[0-9a-f]{32}$/);
	screen.getByText(/"type": "webhook\.test"/);
	screen.getByText("The connection was refused");
	// It is tried by itself.
	expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
	await press("Turn off");
	await screen.findByText("You turned it off. Events that happen while it's off are never sent.");
	expect(screen.queryByRole("button", { name: "Send test" })).toBeNull();
	await press("Turn on");
	await screen.findByRole("button", { name: "Send test" });
	const [webhook] = await webhooksOnServer();
	expect(webhook).toMatchObject({ state: "on", failingSince: null });
});

const AT = "2026-03-05T12:00:00.000Z";
const DONE: WebhookDeliveryView = {
	...{ id: 7, eventId: "evt_1", type: "link.created", state: "failed", attempts: 10, nextAttemptAt: null },
	...{ lastStatus: 500, lastError: "It answered 500", createdAt: AT, isTest: false },
};
const ONE: WebhookView = {
	...{ id: 1, url: "https://example.com/a", events: ["link.created"], state: "on", offReason: null },
	...{
		failingSince: null,
		pausedUntil: null,
		createdAt: AT,
		previousSecretUntil: null,
		lastDelivery: { at: AT, status: 204, ok: true },
	},
};

it("P679: deliveries of a paused webhook say so, and can be sent now", async () => {
	await becomePerson({ plan: "pro" });
	const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
	const waits: WebhookDeliveryView = { ...DONE, state: "waiting", attempts: 0, lastStatus: null, lastError: null };
	answerJson(API.webhooks.all, () => ({ webhooks: [{ ...ONE, pausedUntil }], limit: 2, localReceiver: null }));
	answerJson(API.webhooks.deliveries(1), () => ({
		deliveries: [{ ...waits, nextAttemptAt: pausedUntil }],
		next: null,
	}));
	answerJson(API.webhooks.delivery(1, 7), () => ({ ...waits, lastAttemptAt: null, request: null, answer: null }));
	openScreen(SCREEN);
	await user.click(await screen.findByText("link.created", { selector: "summary code" }));
	expect(screen.getAllByText("Paused")).toHaveLength(2);
	answerWith(API.webhooks.again(1, 7), 500);
	await press("Send now");
	await expectToast("Error", "The delivery could not be sent again");
});

it("P669: a delivery that was given up can be sent again, and older ones are loaded", async () => {
	await becomePerson({ plan: "pro" });
	answerJson(API.webhooks.all, () => ({ webhooks: [ONE], limit: 2, localReceiver: null }));
	answerJson(API.webhooks.deliveries(1), ({ path }) =>
		path.endsWith("?before=7")
			? {
					deliveries: [{ ...DONE, id: 6, state: "delivered", attempts: 2, lastStatus: 204, lastError: null }],
					next: null,
				}
			: { deliveries: [DONE], next: 7 },
	);
	answerJson(API.webhooks.delivery(1, 7), () => ({
		...{ ...DONE, lastAttemptAt: AT, request: { body: '{"type":"link.created"}' } },
		answer: { status: 500, body: "" },
	}));
	openScreen(SCREEN);
	await screen.findByText(/^Last delivery on Mar \d, .+: answered 204\.$/);
	await user.click(await screen.findByText("Answered 500, after 10 tries"));
	await screen.findByText("Answer · 500");
	screen.getByText("Without a body");
	answerWith(API.webhooks.again(1, 7), 500);
	await press("Send again");
	await expectToast("Error", "The delivery could not be sent again");
	await press("Show older");
	await screen.findByText("Answered 204, after 2 tries");
	expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

it("P669: each state is in words; a full or locked plan says what helps, and one that could not be loaded is asked again", async () => {
	await becomePerson({ plan: "pro" });
	const off = (id: number, offReason: WebhookView["offReason"]): WebhookView => ({
		...ONE,
		id,
		state: "off",
		offReason,
	});
	const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
	const paused = { ...ONE, id: 6, pausedUntil };
	const webhooks = [
		ONE,
		{ ...ONE, id: 2, failingSince: AT },
		paused,
		off(3, "gone"),
		off(4, "failing"),
		off(5, "plan"),
	];
	for (const { id } of webhooks) answerJson(API.webhooks.deliveries(id), () => ({ deliveries: [], next: null }));
	const list = answerJson(API.webhooks.all, () => ({ webhooks, limit: 2, localReceiver: null }));
	openScreen(SCREEN);
	for (const text of [
		/^Failing since .+\. We turn it off after 20 failures in a row over at least 24 hours\.$/,
		/^Paused until .+, as your receiver asked\. To send now, send a test\.$/,
		"Off: the receiver answered 410 Gone. Events that happen while it's off are never sent.",
		"Off: 20 deliveries in a row failed over at least 24 hours. Events that happen while it's off are never sent.",
		"Off with your plan. It turns on again once you upgrade.",
	])
		await screen.findByText(text);
	expect([...document.querySelectorAll("summary")].map(({ textContent }) => textContent)).toEqual(
		["On", "Failing", "Paused", "Off", "Off", "Off with your plan"].map((state) => `example.com/a${state}`),
	);
	screen.getByText(/^Your plan includes 2 webhooks\. To create another, delete 5 or/);
	// The log of one that is folded isn't loaded.
	expect(calls.filter(({ path }) => path === API.webhooks.deliveries(1))).toEqual([]);
	list();
	const locked = changeAnswer(API.webhooks.all, { webhooks: [off(5, "plan")], limit: 0, localReceiver: null });
	publishChange({ kind: "subscription" });
	await screen.findByText("Your plan has no webhooks, so these are off. They turn on again once you upgrade.");
	screen.getByRole("link", { name: "Upgrade to use this feature" });
	screen.getByRole("button", { name: "Delete example.com/a" });
	for (const name of ["New webhook", "Send test", "Edit"]) expect(screen.queryByRole("button", { name })).toBeNull();
	locked();
	const letThrough = answerWith(API.webhooks.all, 500);
	reloadScreen();
	await screen.findByText("We couldn't load your webhooks.");
	letThrough();
	await press("Try again");
	await screen.findByText("0 of 2 webhooks");
});
