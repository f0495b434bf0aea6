import type { Page } from "@playwright/test";
import type {
	WebhookDeliveryDetail,
	WebhookDeliveryView,
	WebhookList,
	WebhookView,
} from "#shared/api/webhooks/webhook.ts";
import { API } from "#shared/platform/api-paths.ts";
import { reloadWith } from "./shot-steps.ts";
import type { Shot } from "./shots.ts";

const PATH = "/admin/api?tab=webhooks";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

const GOOD: WebhookView = {
	...{ id: 1, url: "https://example.com/webhooks", events: ["link.created", "link.updated", "link.deleted"] },
	...{ state: "on", offReason: null, failingSince: null, pausedUntil: null, createdAt: fromNow(-90 * 24 * HOUR_MS) },
	...{ previousSecretUntil: null, lastDelivery: { at: fromNow(-3 * MINUTE_MS), status: 204, ok: true } },
};
const FAILING: WebhookView = {
	...GOOD,
	...{ id: 2, url: "https://hooks.a-company-with-a-long-name.example/services/visualink/production?tenant=4711" },
	events: ["link.created", "link.flagged", "card.previewed", "usage.80", "usage.100", "import.finished", "stats.day"],
	...{ failingSince: fromNow(-5 * HOUR_MS), previousSecretUntil: fromNow(20 * HOUR_MS) },
	lastDelivery: { at: fromNow(-9 * MINUTE_MS), status: null, ok: false },
};
const GONE: WebhookView = { ...GOOD, id: 3, url: "https://old.example.com/", state: "off", offReason: "gone" };
const OFF: WebhookView = { ...GOOD, id: 4, url: "https://new.example.com/", state: "off", offReason: "owner" };
const ENDED: WebhookView = { ...GOOD, id: 5, url: "https://dead.example.com/", state: "off", offReason: "failing" };

const DONE: WebhookDeliveryView = {
	...{ id: 9, eventId: "6f0a7f3e-54c5-4f0e-8a49-3c1f2b7f0b11", type: "link.created", state: "delivered", attempts: 1 },
	...{ nextAttemptAt: null, lastStatus: 204, lastError: null, createdAt: fromNow(-3 * MINUTE_MS), isTest: false },
};
const DELIVERIES: WebhookDeliveryView[] = [
	{ ...DONE, id: 14, type: "webhook.test", isTest: true },
	{ ...DONE, id: 13, state: "waiting", attempts: 0, lastStatus: null, nextAttemptAt: fromNow(0) },
	{
		...{ ...DONE, id: 12, type: "card.previewed", state: "waiting", attempts: 3, lastStatus: 503 },
		...{ nextAttemptAt: fromNow(27 * MINUTE_MS), createdAt: fromNow(-9 * MINUTE_MS) },
	},
	{
		...{ ...DONE, id: 11, type: "import.finished", state: "failed", attempts: 10, lastStatus: null },
		...{ lastError: "No answer within 15 seconds", createdAt: fromNow(-50 * HOUR_MS) },
	},
	{ ...DONE, id: 10, type: "link.updated", attempts: 2, createdAt: fromNow(-51 * HOUR_MS) },
];
const BODY = JSON.stringify({
	type: "card.previewed",
	timestamp: fromNow(-9 * MINUTE_MS),
	data: { link: { id: 7, title: "Summer in the Algarve", shortUrl: "https://visualink.example/go/ada/summer" } },
});
const DETAIL: WebhookDeliveryDetail = {
	...(DELIVERIES[2] as WebhookDeliveryView),
	request: { body: BODY },
	answer: { status: 503, body: "<html><body><h1>503 Service Unavailable</h1></body></html>" },
	lastAttemptAt: fromNow(-4 * MINUTE_MS),
};

const newWebhook = (page: Page) => page.getByRole("button", { name: "New webhook" }).click();
const list = (...webhooks: WebhookView[]): WebhookList => ({ webhooks, limit: 2, localReceiver: null });

/** The states of a Pro plan's webhooks. */
export const WEBHOOK_SHOTS: Shot[] = [
	{ name: "webhooks-empty", path: PATH },
	{ name: "webhooks-failed", path: PATH, prepare: (page) => reloadWith(page, `**${API.webhooks.all}`, "fail") },
	{ name: "webhooks-form", path: PATH, prepare: newWebhook },
	{
		name: "webhooks-form-mistakes",
		path: PATH,
		prepare: async (page) => {
			await newWebhook(page);
			for (const name of ["link.created", "link.updated", "link.deleted"])
				await page.getByRole("checkbox", { name }).uncheck();
			await page.getByRole("button", { name: "Create webhook" }).click();
		},
	},
	{
		name: "webhooks-locked",
		path: PATH,
		prepare: (page) => withWebhooks(page, { webhooks: [], limit: 0, localReceiver: null }),
	},
	{ name: "webhooks-one", path: PATH, prepare: (page) => withWebhooks(page, list(GOOD)) },
	{
		name: "webhooks-delivery",
		path: PATH,
		prepare: async (page) => {
			await withWebhooks(page, list(GOOD));
			await page.locator('[data-delivery="12"] summary').click();
			await page.getByText("503 Service Unavailable").waitFor();
		},
	},
	{
		name: "webhooks-states",
		path: PATH,
		prepare: (page) =>
			withWebhooks(page, { webhooks: [GOOD, FAILING, GONE, OFF, ENDED], limit: 20, localReceiver: null }),
	},
	{ name: "webhooks-full", path: PATH, prepare: (page) => withWebhooks(page, list(GOOD, FAILING)) },
	{
		name: "webhooks-paused",
		path: PATH,
		prepare: (page) => withWebhooks(page, list({ ...GOOD, pausedUntil: fromNow(40 * MINUTE_MS) })),
	},
	{
		name: "webhooks-stopped",
		path: PATH,
		prepare: (page) =>
			withWebhooks(page, { webhooks: [{ ...GOOD, state: "off", offReason: "plan" }], limit: 0, localReceiver: null }),
	},
	{ name: "webhooks-roll", path: PATH, prepare: (page) => pressed(page, "Roll secret") },
	{ name: "webhooks-delete", path: PATH, prepare: (page) => pressed(page, /^Delete/) },
	{ name: "webhooks-edit", path: PATH, prepare: (page) => pressed(page, "Edit") },
	{
		name: "webhooks-made",
		path: PATH,
		prepare: async (page) => {
			await withWebhooks(page, list(), { secret: SECRET });
			await newWebhook(page);
			await page.getByLabel("Address").fill(GOOD.url);
			await page.getByRole("button", { name: "Create webhook" }).click();
			await page.getByRole("button", { name: "Copy secret" }).waitFor();
		},
	},
];

const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDIZ2rZ1nX2lA=";

async function pressed(page: Page, button: string | RegExp): Promise<void> {
	await withWebhooks(page, list(GOOD));
	await page.getByRole("button", { name: button }).click();
}

async function withWebhooks(page: Page, answer: WebhookList, { secret = "" } = {}): Promise<void> {
	await page.route(`**${API.webhooks.all}`, (route) =>
		route.request().method() === "POST"
			? route.fulfill({ status: 201, json: { ...GOOD, lastDelivery: null, secret } })
			: route.fulfill({ json: answer }),
	);
	await page.route(`**${API.webhooks.all}/*/deliveries`, (route) =>
		route.fulfill({ json: { deliveries: route.request().url().includes("/1/") ? DELIVERIES : [], next: null } }),
	);
	await page.route(`**${API.webhooks.delivery(1, 12)}`, (route) => route.fulfill({ json: DETAIL }));
	await page.reload();
	await page.getByRole("heading", { level: 2, name: "Webhooks" }).waitFor();
}
