import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { cookieOf } from "#server/testing/app/browser.ts";
import { mailTo } from "#server/testing/app/mailbox.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, linkForm, type Subscriber, subscribe, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { type Receivers, startReceivers, verified } from "#server/testing/webhooks/receivers.ts";
import { apiLink } from "#shared/api/v1/link.ts";
import { webhookBody } from "#shared/api/webhooks/event-data.ts";
import {
	type NewWebhook,
	newWebhook,
	rolledSecret,
	WEBHOOK_EVENTS,
	type WebhookEvent,
	type WebhookType,
	webhookDeliveryDetail,
	webhookDeliveryList,
	webhookDeliveryView,
	webhookList,
	webhookView,
} from "#shared/api/webhooks/webhook.ts";
import { webhookDeliveries, webhooks } from "#shared/api/webhooks/webhooks.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

let receivers: Receivers;
const app = useTestApp(async () => {
	receivers = await startReceivers();
	return { deps: receivers.deps };
});
afterAll(() => receivers.stop());

const WHATSAPP = { "User-Agent": "WhatsApp/2.24.8.78 A" };

async function hook(owner: Subscriber, url: string, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
	const made = await owner.post(API.webhooks.all, { url, events });
	expect(made.status, await made.clone().text()).toBe(201);
	return newWebhook.parse(await made.json());
}

async function shown(owner: Subscriber, { id }: Pick<NewWebhook, "id">) {
	const { webhooks: all } = webhookList.parse(await (await owner.get(API.webhooks.all)).json());
	return webhookView.parse(all.find((each) => each.id === id));
}

async function log(owner: Subscriber, { id }: Pick<NewWebhook, "id">) {
	return webhookDeliveryList.parse(await (await owner.get(API.webhooks.deliveries(id))).json()).deliveries;
}

async function test(owner: Subscriber, { id }: Pick<NewWebhook, "id">) {
	const answer = await owner.post(API.webhooks.test(id), {});
	expect(answer.status).toBe(202);
	return webhookDeliveryView.parse(await answer.json());
}

/** The event, which has what the document says, and nothing else (P688). */
function described<Event extends { type: string }>(event: Event): Event {
	const { data, type, timestamp } = webhookBody(event.type as WebhookType).shape;
	z.strictObject({ type, timestamp, data: z.strictObject(data.shape) }).parse(event);
	return event;
}

/** A test, once it has been tried. */
async function tried(owner: Subscriber, made: NewWebhook) {
	const { id } = await test(owner, made);
	const detail = async () =>
		webhookDeliveryDetail.parse(await (await owner.get(API.webhooks.delivery(made.id, id))).json());
	await until(async () => (await detail()).lastAttemptAt !== null);
	return detail();
}

const code = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

describe("events", () => {
	it("arrive for each cause, signed, with the link as the API gives it, and for no account without an endpoint (P661)", async () => {
		const [owner, other] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
		const { host, url } = receivers.endpoint();
		const { secret } = await hook(owner, url);
		const got = () => receivers.at(host).map((each) => described(verified(secret, each)));
		const types = () => got().map(({ type }) => type);
		const has = (type: string) => until(() => types().includes(type));

		const link = await createLink(owner, { title: "First" });
		await createLink(other);
		await has("link.created");
		const program = apiLink.parse(got()[0]?.data);
		expect(program).toMatchObject({ id: link.id, title: "First", shortUrl: link.shortUrl, problem: null });
		expect(got()).toHaveLength(1);

		// A save that changes nothing is no event, nor is a view.
		await owner.put(API.links.bySlug(link.linkSlug), linkForm({ title: "First" }));
		await fetch(link.shortUrl, { headers: WHATSAPP });
		await owner.put(API.links.bySlug(link.linkSlug), linkForm({ title: "Second" }));
		await has("link.updated");
		await has("card.previewed");
		expect(got().find(({ type }) => type === "card.previewed")?.data).toMatchObject({
			...{ link: { id: link.id }, platform: "whatsapp" },
			version: 1,
		});
		const reasons = [{ code: "common-scam" as const, words: ["x"], evidence: "sign" as const }];
		const flag = { linkId: link.id, evidence: "sign" as const, reasons, contentHash: "x", flaggedAt: new Date() };
		await app.deps.db.insert(linkFlags).values({ ...flag, state: "flagged" });
		await has("link.flagged");
		expect(apiLink.parse(got().find(({ type }) => type === "link.flagged")?.data).problem).toBe("flagged");
		await owner.delete(API.links.byId(link.id));
		await has("link.deleted");
		expect(types().toSorted()).toEqual([
			"card.previewed",
			"link.created",
			"link.deleted",
			"link.flagged",
			"link.updated",
		]);
		expect(apiLink.parse(got().find(({ type }) => type === "link.deleted")?.data).deletedAt).not.toBeNull();

		const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
		const text = `target_url,title,description\n${"https://example.com/,T,D\n".repeat(3)}`;
		const file = (await (
			await fetch(app.origin + API.imports.all, { method: "POST", headers, body: text })
		).json()) as ImportView;
		await owner.post(API.imports.start(file.id), { prefill: false });
		await has("import.finished");
		expect(got().find(({ type }) => type === "import.finished")?.data).toMatchObject({ id: file.id, state: "done" });
		expect(await app.deps.db.select().from(webhookDeliveries)).toHaveLength(receivers.at(host).length);
	});

	it("of the month's links come once at 80 and at 100 percent, and of a day soon after it, once (P661)", async () => {
		const owner = await subscriber(app, "pro");
		const { host, url } = receivers.endpoint();
		const { secret } = await hook(owner, url, ["usage.80", "usage.100", "stats.day"]);
		const got = () => receivers.at(host).map((each) => described(verified(secret, each)));
		const row = { userId: owner.user.id, targetUrl: "https://example.com/", title: "T", description: "D" };
		const fill = (count: number, from: number) =>
			app.deps.db.insert(links).values(Array.from({ length: count }, (_, n) => ({ ...row, linkSlug: `u${from + n}` })));
		await fill(118, 0);
		await createLink(owner);
		await createLink(owner);
		await until(() => got().length === 1);
		expect(got()[0]).toMatchObject({ type: "usage.80", data: { used: 120, limit: 150 } });
		await fill(29, 118);
		await createLink(owner);
		await until(() => got().length === 2);
		expect(got()[1]).toMatchObject({ type: "usage.100", data: { used: 150, limit: 150 } });

		// The clocks of the two apps differ by a day, so that one may take up what the other is sending.
		const events = () => new Set(receivers.at(host).map(({ headers }) => headers["webhook-id"])).size;
		const noon = Date.parse(`${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
		for (let n = 0; n < 2; n += 1) {
			const tomorrow = await startTestApp({ beside: app, deps: receivers.deps, now: () => new Date(noon) });
			await until(() => events() === 3).finally(tomorrow.close);
		}
		const { type, data } = described(JSON.parse(receivers.at(host).at(-1)?.body ?? ""));
		expect({ type, data }).toMatchObject({
			type: "stats.day",
			data: { day: new Date().toISOString().slice(0, 10), people: 0, links: [] },
		});
	});

	it("are neither stored nor sent while it is off, without the plan, or while the account is disabled (P660)", async () => {
		const owner = await subscriber(app, "pro");
		const { host, url } = receivers.endpoint();
		const made = await hook(owner, url, ["link.created"]);
		await owner.patch(API.webhooks.one(made.id), { isEnabled: false });
		await createLink(owner);
		expect(await log(owner, made)).toEqual([]);
		expect(await shown(owner, made)).toMatchObject({ state: "off", offReason: "owner" });
		expect(await code(await owner.post(API.webhooks.test(made.id), {}))).toBe("409 webhook_off");
		expect(
			webhookView.parse(await (await owner.patch(API.webhooks.one(made.id), { isEnabled: true })).json()).state,
		).toBe("on");

		const isTheirs = eq(subscriptions.userId, owner.user.id);
		await app.deps.db.update(subscriptions).set({ planId: "basic" }).where(isTheirs);
		await createLink(owner);
		await until(async () => (await log(owner, made))[0]?.state === "failed");
		expect(await log(owner, made)).toMatchObject([{ lastError: "The plan doesn't include webhooks", attempts: 0 }]);
		expect(await shown(owner, made)).toMatchObject({ state: "off", offReason: "plan" });
		expect(await code(await owner.post(API.webhooks.test(made.id), {}))).toBe("403 plan_required");
		await app.deps.db.update(subscriptions).set({ planId: "pro" }).where(isTheirs);
		await tried(owner, made);
		await operatorCommand(app, "disable", "user", owner.user.userSlug, "--reason", "spam");
		await app.deps.db.execute(sql`UPDATE webhook_deliveries SET state = 'waiting', due_at = now()`);
		await app.deps.db.execute(sql`SELECT pg_notify('link_changed', '!webhooks')`);
		await until(async () => (await log(owner, made)).every(({ state }) => state !== "waiting"));
		// What had been delivered before stays so.
		expect((await log(owner, made)).map(({ state }) => state)).toEqual(["delivered", "failed"]);
		expect(receivers.at(host)).toHaveLength(1);
	});
});

describe("a try", () => {
	it("is shown with what was sent and answered; the same event, with the same id, is sent again (P665)", async () => {
		const owner = await subscriber(app, "pro");
		const { host, url } = receivers.endpoint({ status: 200, body: "x".repeat(5_000) });
		const made = await hook(owner, url);
		const detail = await tried(owner, made);
		const [first] = receivers.at(host);
		expect(detail).toMatchObject({
			...{ type: "webhook.test", isTest: true, state: "delivered", attempts: 1, lastStatus: 200, lastError: null },
			...{ nextAttemptAt: null, eventId: first?.headers["webhook-id"], request: { body: first?.body } },
			answer: { status: 200, body: "x".repeat(2_048) },
		});
		expect(await shown(owner, made)).toMatchObject({ lastDelivery: { status: 200, ok: true } });
		expect((await owner.post(API.webhooks.again(made.id, detail.id), {})).status).toBe(202);
		await until(() => receivers.at(host).length === 2);
		expect(receivers.at(host)[1]).toMatchObject({ body: first?.body, headers: { "webhook-id": detail.eventId } });
		for (let n = 0; n < 51; n += 1) await test(owner, made);
		const page = webhookDeliveryList.parse(await (await owner.get(API.webhooks.deliveries(made.id))).json());
		expect(page.deliveries).toHaveLength(50);
		const rest = await owner.get(`${API.webhooks.deliveries(made.id)}?before=${page.next}`);
		expect(webhookDeliveryList.parse(await rest.json())).toMatchObject({ deliveries: { length: 2 }, next: null });
	});

	it.each([
		[
			"a redirect",
			{ status: 302, headers: { Location: "http://r1.hooks.example/" } },
			302,
			"It answered 302: redirects aren't followed",
		],
		["an error", { status: 500, body: "broken" }, 500, "It answered 500"],
	])("fails by %s, and is tried again in some seconds (P663)", async (_what, answer, status, error) => {
		const owner = await subscriber(app, "pro");
		const made = await hook(owner, receivers.endpoint(answer).url);
		const detail = await tried(owner, made);
		expect(detail).toMatchObject({ state: "waiting", attempts: 1, lastStatus: status, lastError: error });
		expect(Date.parse(detail.nextAttemptAt ?? "")).toBeGreaterThan(Date.parse(detail.lastAttemptAt ?? ""));
		expect((await shown(owner, made)).failingSince).not.toBeNull();
	});

	it.each([
		["a private address", "10.0.0.1"],
		["this machine", "127.0.0.1"],
		["the cloud's own service", "169.254.169.254"],
	])("is refused at %s, also behind a name (P664)", async (_what, address) => {
		const owner = await subscriber(app, "pro");
		expect(await code(await owner.post(API.webhooks.all, { url: `http://${address}/`, events: ["stats.day"] }))).toBe(
			"400 invalid_url",
		);
		const made = await hook(owner, receivers.endpoint().url);
		await app.deps.db
			.update(webhooks)
			.set({ url: `http://${address}/` })
			.where(eq(webhooks.id, made.id));
		expect(await tried(owner, made)).toMatchObject({
			...{ state: "waiting", attempts: 1, lastStatus: null, answer: null },
			lastError: "The address isn't on the public internet",
		});
	});

	it("answered 410 turns the endpoint off, and 429 costs nothing but time (P663)", async () => {
		const owner = await subscriber(app, "pro");
		const gone = await hook(owner, receivers.endpoint({ status: 410 }).url);
		expect(await tried(owner, gone)).toMatchObject({ state: "failed", lastStatus: 410 });
		expect(await shown(owner, gone)).toMatchObject({ state: "off", offReason: "gone" });
		const mail = await mailTo(app, owner.user.email, "turned off your webhook");
		expect(mail.text).toContain("The receiver answered 410 Gone.");
		const busy = await hook(owner, receivers.endpoint({ status: 429, headers: { "Retry-After": "1200" } }).url);
		const { attempts, state, nextAttemptAt, lastAttemptAt } = await tried(owner, busy);
		expect({ attempts, state }).toEqual({ attempts: 0, state: "waiting" });
		expect(Date.parse(nextAttemptAt ?? "") - Date.parse(lastAttemptAt ?? "")).toBe(1_200_000);
	});

	it("waits for a pause that the receiver asked for, which a send by hand ends (P679)", async () => {
		const owner = await subscriber(app, "pro");
		const { host, url } = receivers.endpoint({ status: 429, headers: { "Retry-After": "1200" } });
		const made = await hook(owner, url, ["link.created"]);
		expect(made.pausedUntil).toBeNull();
		const first = await tried(owner, made);
		const { pausedUntil, state } = await shown(owner, made);
		expect({ pausedUntil, state }).toEqual({ pausedUntil: first.nextAttemptAt, state: "on" });
		await createLink(owner);
		expect((await log(owner, made))[0]).toMatchObject({ type: "link.created", nextAttemptAt: pausedUntil });
		receivers.answer(host, {});
		expect((await owner.post(API.webhooks.again(made.id, first.id), {})).status).toBe(202);
		await until(async () => (await log(owner, made)).every((each) => each.state === "delivered"));
		expect(await shown(owner, made)).toMatchObject({ pausedUntil: null, lastDelivery: { ok: true } });

		receivers.answer(host, { status: 429, headers: { "Retry-After": "1200" } });
		await tried(owner, made);
		await tried(owner, made);
		expect((await shown(owner, made)).pausedUntil).not.toBeNull();
		expect(receivers.at(host)).toHaveLength(5);
	});

	it("after 20 failures in a row over a day turns the endpoint off, but not within the day (P663)", async () => {
		const owner = await subscriber(app, "pro");
		const made = await hook(owner, receivers.endpoint({ status: 500 }).url);
		const failing = (hours: number) =>
			app.deps.db
				.update(webhooks)
				.set({ failures: 30, failingSince: new Date(Date.now() - hours * 3_600_000) })
				.where(eq(webhooks.id, made.id));
		await failing(23);
		await tried(owner, made);
		expect((await shown(owner, made)).state).toBe("on");
		// Failures were those of the former address.
		const moved = await owner.patch(API.webhooks.one(made.id), { url: receivers.endpoint({ status: 500 }).url });
		expect(webhookView.parse(await moved.json())).toMatchObject({ state: "on", failingSince: null });
		await failing(25);
		await tried(owner, made);
		expect(await shown(owner, made)).toMatchObject({ state: "off", offReason: "failing" });
		const on = await owner.patch(API.webhooks.one(made.id), { isEnabled: true });
		expect(webhookView.parse(await on.json())).toMatchObject({ state: "on", failingSince: null });
	});

	it("of a new event doesn't wait for all retries of an endpoint that fails (P664)", async () => {
		const owner = await subscriber(app, "pro");
		const { host, url } = receivers.endpoint({ status: 500 });
		const made = await hook(owner, url, ["link.created"]);
		const retries = 300;
		await app.deps.db.execute(sql`WITH event AS (
				INSERT INTO webhook_events (user_id, type, body) VALUES (${owner.user.id}, 'link.created', '{}') RETURNING id)
			INSERT INTO webhook_deliveries (webhook_id, event_id, attempts, due_at)
				SELECT ${made.id}, event.id, 1, now() - interval '1 minute' FROM event, generate_series(1, ${retries})`);
		await app.deps.db.execute(sql`SELECT pg_notify('link_changed', '!webhooks')`);
		await until(() => receivers.at(host).length > 0);
		await createLink(owner);
		await createLink(owner);
		const isNew = ({ body }: { body: string }) => body !== "{}";
		await until(() => receivers.at(host).filter(isNew).length === 2);
		const places = receivers.at(host).flatMap((each, place) => (isNew(each) ? place : []));
		expect(places[1]).toBeLessThan(retries);
		// Retries have every second turn.
		expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThan(1);
		expect((await owner.delete(API.webhooks.one(made.id))).status).toBe(204);
	});

	it("reaches an endpoint behind a thousand others that wait (P664)", async () => {
		const [owner, crowd] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
		await app.deps.db.execute(sql`WITH event AS (
				INSERT INTO webhook_events (user_id, type, body) VALUES (${crowd.user.id}, 'link.created', '{}') RETURNING id),
			endpoint AS (INSERT INTO webhooks (user_id, url, events, secret)
				SELECT ${crowd.user.id}, 'https://' || n || '.example/', '{link.created}', 'whsec_' FROM generate_series(1, 1100) AS n RETURNING id)
			INSERT INTO webhook_deliveries (webhook_id, event_id, due_at)
				SELECT endpoint.id, event.id, now() + interval '1 hour' FROM event, endpoint`);
		const { host, url } = receivers.endpoint();
		await hook(owner, url, ["link.created"]);
		for (const count of [1, 2]) {
			await createLink(owner);
			await until(() => receivers.at(host).length === count);
		}
		await app.deps.db.execute(sql`DELETE FROM webhooks WHERE user_id = ${crowd.user.id}`);
	});

	it("is signed by the former secret too for a day after a new one was made (P662)", async () => {
		const owner = await subscriber(app, "pro");
		const { host, url } = receivers.endpoint();
		const made = await hook(owner, url);
		const rolled = rolledSecret.parse(await (await owner.post(API.webhooks.secret(made.id), {})).json());
		expect(rolled.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect((await shown(owner, made)).previousSecretUntil).toBe(rolled.previousUntil);
		await tried(owner, made);
		const [both] = receivers.at(host);
		for (const secret of [made.secret, rolled.secret])
			expect(verified(secret, both as never).type).toBe("webhook.test");
		await app.deps.db.update(webhooks).set({ previousUntil: new Date() }).where(eq(webhooks.id, made.id));
		await tried(owner, made);
		expect(() => verified(made.secret, receivers.at(host)[1] as never)).toThrow("No matching signature found");
		expect(verified(rolled.secret, receivers.at(host)[1] as never).type).toBe("webhook.test");
	});
});

it("are as many as the plan allows, each at its own address, and of no other account (P660, P689)", async () => {
	const [owner, eve] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	const { url } = receivers.endpoint();
	const made = await hook(owner, url);
	const second = { url: receivers.endpoint().url, events: ["stats.day"] };
	// One address has one webhook, however many are made at once.
	const twice = await Promise.all([owner.post(API.webhooks.all, second), owner.post(API.webhooks.all, second)]);
	expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
	const moved = await owner.patch(API.webhooks.one(made.id), { url: `${second.url.replace("http:", "HTTP:")}#x` });
	const { kind: _, ...refused } = (await moved.json()) as { kind: string; code: string };
	const message = expect.stringMatching(
		/^Your webhook with the id \d+ has this address\. Change its events instead\.$/,
	);
	expect(refused).toEqual({
		...{ code: "webhook_exists", message },
		fields: [{ field: "url", code: "webhook_exists", message }],
	});
	expect((await owner.patch(API.webhooks.one(made.id), { url, events: ["link.created"] })).status).toBe(200);
	await hook(eve, second.url);
	const third = { ...second, url: receivers.endpoint().url };
	expect(await code(await owner.post(API.webhooks.all, third))).toBe("409 webhook_limit");
	const { id: delivery } = await tried(owner, made);
	const { id } = made;
	const strangers = [
		eve.patch(API.webhooks.one(id), { isEnabled: false }),
		eve.delete(API.webhooks.one(id)),
		eve.post(API.webhooks.secret(id), {}),
		eve.post(API.webhooks.test(id), {}),
		eve.get(API.webhooks.deliveries(id)),
		eve.get(API.webhooks.delivery(id, delivery)),
		eve.post(API.webhooks.again(id, delivery), {}),
	];
	for (const answer of strangers) expect(await code(await answer)).toBe("404 webhook_not_found");
	const starter = await subscriber(app, null);
	expect(await (await starter.get(API.webhooks.all)).json()).toMatchObject({ webhooks: [], limit: 0 });
	await subscribe(app, starter.user, "basic");
	expect(await code(await starter.post(API.webhooks.all, { url, events: ["stats.day"] }))).toBe("403 plan_required");
	expect((await owner.delete(API.webhooks.one(id))).status).toBe(204);
	expect(await code(await owner.get(API.webhooks.deliveries(id)))).toBe("404 webhook_not_found");
});
