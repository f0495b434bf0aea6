import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { ProbeAnswer, ProbeRequest } from "#server/platform/outbound/probe.ts";
import { apiClient } from "#server/testing/api/api-client.ts";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { mailTo } from "#server/testing/app/mailbox.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { linkDays } from "#shared/analytics/view-days.table.ts";
import type { ApiLink } from "#shared/api/v1/link.ts";
import { newWebhook, webhookDeliveryList } from "#shared/api/webhooks/webhook.ts";
import { type TargetState, targetState } from "#shared/links/health/target-failure.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { type LinkView, link as linkSchema } from "#shared/links/link.ts";
import { linkOverview } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { utcDay } from "#shared/platform/days.ts";
import { targetOf } from "./target-of.ts";

const GONE_SINCE = new Date("2026-11-20T08:00:00Z");
let answer: ProbeAnswer = { status: 404, next: null };
const asked: ProbeRequest[] = [];
const app = useTestApp({
	deps: ({ openOutbound }) => ({
		openOutbound: (options) => ({
			...openOutbound(options),
			async probe(request) {
				asked.push(request);
				return answer;
			},
		}),
	}),
});
let ada: Subscriber;
beforeEach(async () => {
	ada = await subscriber(app);
	answer = { status: 404, next: null };
	asked.length = 0;
});

let hosts = 0;
/** A link whose target the checks have found to be gone. */
async function goneLink(by = ada): Promise<LinkView> {
	hosts += 1;
	const link = await createLink(by, { targetUrl: `https://lost${hosts}.example/page` });
	const target = targetOf(link.targetUrl);
	if (!target) throw new Error("no target");
	const since = { failingSince: GONE_SINCE, failedAt: GONE_SINCE, askedAt: GONE_SINCE, goneSince: GONE_SINCE };
	await app.deps.db
		.insert(targetHealth)
		.values({ ...target, ...since, askedFor: by.user.id, dueAt: GONE_SINCE, failures: 3, failure: "404" });
	await app.deps.db.insert(linkHealth).values({ linkId: link.id, target: target.target });
	return link;
}
const read = async (link: LinkView) => linkSchema.parse(await (await ada.get(API.links.bySlug(link.linkSlug))).json());
const list = async (query = "") => linkOverview.parse(await (await ada.get(`${API.links.search}?${query}`)).json());
async function stateOf(response: Response): Promise<TargetState> {
	expect(response.status, await response.clone().text()).toBe(200);
	return targetState.parse(await response.json());
}

test("a gone target is in the link, the list and its filter, and the API (P685)", async () => {
	const [lost, other] = [await goneLink(), await createLink(ada)];
	const targetHealth = {
		...{ goneSince: GONE_SINCE.toISOString(), failure: "404", checkedAt: GONE_SINCE.toISOString(), isOff: false },
	};
	expect(await read(lost)).toMatchObject({ targetHealth });
	expect((await list()).links).toMatchObject([{ id: other.id }, { id: lost.id, targetHealth }]);
	expect(await list("filter=gone")).toMatchObject({ ids: [lost.id], totals: { gone: 1 } });
	const program = await apiClient(app, ada);
	const links = async (query: string) =>
		((await (await program.get(`/links?${query}`)).json()) as { links: ApiLink[] }).links;
	expect(await links("filter=gone")).toMatchObject([{ id: lost.id, targetGoneSince: GONE_SINCE.toISOString() }]);
	expect((await links(""))[0]).toMatchObject({ id: other.id, targetGoneSince: null });
	// An edit that keeps the target keeps what is known of it; another target isn't gone.
	const save = async (changes: Record<string, string>) =>
		linkSchema.parse(await (await ada.put(API.links.bySlug(lost.linkSlug), linkForm(changes))).json());
	expect(await save({ title: "Renamed", targetUrl: lost.targetUrl })).toMatchObject({ targetHealth });
	expect(await save({ targetUrl: "https://found.example/" })).not.toHaveProperty("targetHealth");
	expect(await list("filter=gone")).toMatchObject({ ids: [] });
});

test("a target that is found gone is an event for webhooks, and a mail if many opened the link (P661, P671)", async () => {
	const owner = await subscriber(app, "pro");
	const body = { url: "https://hooks.example/", events: ["link.target_gone"] };
	const hook = newWebhook.parse(await (await owner.post(API.webhooks.all, body)).json());
	const [busy, quiet] = [await goneLink(owner), await goneLink(owner)];
	const { db } = app.deps;
	await db
		.insert(linkDays)
		.values([
			{ ...{ linkId: busy.id, day: utcDay(Date.now()), human: 11, bot: 0, visitors: 9 }, breakdowns: {} as never },
		]);
	// Twice not found; the third time makes it gone.
	const earlier = new Date(Date.now() - 4 * 3_600_000);
	await db
		.update(targetHealth)
		.set({ failures: 2, failedAt: earlier, failingSince: earlier, askedAt: earlier, goneSince: null })
		.where(eq(targetHealth.askedFor, owner.user.id));
	for (const { id } of [busy, quiet]) {
		expect(await stateOf(await owner.post(API.links.health(id), {}))).toMatchObject({ failure: "404" });
	}
	const log = async () =>
		webhookDeliveryList.parse(await (await owner.get(API.webhooks.deliveries(hook.id))).json()).deliveries;
	expect((await log()).map(({ type }) => type)).toEqual(["link.target_gone", "link.target_gone"]);
	const mail = await mailTo(app, owner.user.email, "is gone");
	expect(mail.text).toContain("11 people in the last 7 days");
	expect(app.sandbox?.mail.all(owner.user.email)).toHaveLength(1);
});

test("'Check again' asks by GET at once, clears what is found, and asks no host twice a minute (P682, P686)", async () => {
	const lost = await goneLink();
	const stream = await eventStream(app, ada);
	const check = (by: Subscriber) => by.post(API.links.health(lost.id), {});
	answer = { status: 200, next: null };
	expect(await stateOf(await check(ada))).toMatchObject({ goneSince: null, failure: null, isOff: false });
	expect(asked.map(({ url, method, isRanged }) => [url.href, method, isRanged])).toEqual([
		[lost.targetUrl, "GET", false],
	]);
	expect(await read(lost)).not.toHaveProperty("targetHealth");
	await until(() => stream.said.includes(`{"kind":"health","links":[${lost.id}]}`));
	stream.close();
	const again = await check(ada);
	expect([again.status, (await again.json()) as object]).toMatchObject([429, { code: "rate_limited" }]);
	expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
	expect((await check(await subscriber(app))).status).toBe(404);
	expect(asked).toHaveLength(1);
	// A target that nobody has opened yet, and one failure alone, which isn't gone.
	answer = { status: 404, next: null };
	const fresh = await createLink(ada, { targetUrl: "https://fresh.example/" });
	expect(await stateOf(await ada.post(API.links.health(fresh.id), {}))).toMatchObject({ goneSince: null });
	for (let n = 0; n < 6; n += 1) await check(ada);
	expect((await ada.post(API.links.health((await createLink(ada)).id), {})).status).toBe(429);
});

test("the owner turns a link's checks off, which no edit undoes, and on again (P686)", async () => {
	const lost = await goneLink();
	const turn = (isOff: unknown, by = ada) => by.put(API.links.health(lost.id), { isOff });
	expect(await stateOf(await turn(true))).toMatchObject({ isOff: true, goneSince: null });
	expect(await read(lost)).toMatchObject({ targetHealth: { isOff: true, goneSince: null } });
	expect(await list("filter=gone")).toMatchObject({ ids: [] });
	await stateOf(await ada.post(API.links.health(lost.id), {}));
	expect(asked).toEqual([]);
	await ada.put(API.links.bySlug(lost.linkSlug), linkForm({ targetUrl: "https://other.example/" }));
	expect(await read(lost)).toMatchObject({ targetHealth: { isOff: true } });
	expect(await stateOf(await turn(false))).toMatchObject({ isOff: false });
	expect((await turn("no")).status).toBe(400);
	expect((await turn(true, await subscriber(app))).status).toBe(404);
});

test("a deleted account leaves nothing of its targets, but those that others share (P38, P39)", async () => {
	const lost = await goneLink();
	const shared = await goneLink();
	const bob = await subscriber(app);
	const [own] = await app.deps.db.select().from(linkHealth).where(eq(linkHealth.linkId, shared.id));
	const other = await createLink(bob, { targetUrl: shared.targetUrl });
	await app.deps.db.insert(linkHealth).values({ linkId: other.id, target: own?.target ?? "" });
	const data = (await (await ada.get(API.account.data)).json()) as { targetChecks: unknown[] };
	expect(data.targetChecks).toMatchObject([
		{ linkId: lost.id, isOff: false, goneSince: GONE_SINCE.toISOString(), failure: "404" },
		{ linkId: shared.id },
	]);
	const confirm = { confirm: ada.user.userSlug };
	expect((await ada.delete(API.account.all, confirm)).status).toBe(204);
	const left = await app.deps.db.select().from(targetHealth).where(eq(targetHealth.askedFor, ada.user.id));
	expect(left).toEqual([]);
	const urls = (await app.deps.db.select().from(targetHealth)).map(({ url }) => url);
	expect(urls).toContain(shared.targetUrl);
	expect(urls).not.toContain(lost.targetUrl);
});
