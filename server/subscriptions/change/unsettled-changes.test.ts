import { expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { until } from "#server/testing/app/until.ts";
import { activeOf, settled, userOf } from "#server/testing/billing/billing.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/api-paths.ts";
import { openBillingLock } from "../sync/billing-lock.ts";

const app = useBillingApp();

const subscriber = () => payingCustomer(app);

const isSettled = async (person: Browser) =>
	((await (await person.get(API.subscriptions.settled)).json()) as { settled: boolean }).settled;
const isCanceled = async (person: Browser) => (await activeOf(person)).subscription?.cancelAtPeriodEnd;

it("P266: a change is not settled while it is under way", async () => {
	const { person } = await subscriber();
	expect(await isSettled(person)).toBe(true);
	let release = () => {};
	const until = new Promise<void>((resolve) => {
		release = resolve;
	});
	const isHeld = new Promise<void>((resolve) => {
		app.proxy.breakWith((call) => {
			if (!call.startsWith("POST /v1/subscriptions/")) return null;
			resolve();
			return { kind: "held", until };
		});
	});
	const click = person.post(API.subscriptions.cancel);
	await isHeld;
	expect([await isSettled(person), await isCanceled(person)]).toEqual([false, false]);
	release();
	app.proxy.breakWith(null);
	expect((await click).status).toBe(200);
	await settled(app);
	expect([await isSettled(person), await isCanceled(person)]).toEqual([true, true]);
});

it("P266: the outcome of a change with a lost reply is read from Stripe, once it answers", async () => {
	const { person } = await subscriber();
	app.sandbox?.webhooks.pause();
	app.proxy.breakWith((call) => (call.startsWith("POST /v1/subscriptions/") ? { kind: "lostReply" } : null));
	expect((await person.post(API.subscriptions.cancel)).status).toBe(502);
	app.proxy.breakWith(() => ({ kind: "status", status: 500 }));
	expect([await isSettled(person), await isCanceled(person)]).toEqual([false, false]);
	app.proxy.breakWith(null);
	expect([await isSettled(person), await isCanceled(person)]).toEqual([true, true]);
	app.sandbox?.webhooks.resume();
	await settled(app);
});

it("P266: screens are notified when a change ends, and when its outcome can be read", async () => {
	const { person } = await subscriber();
	const stream = await eventStream(app, person);
	const notified = () => stream.said.split('"kind":"subscription"').length - 1;
	await settled(app);
	await until(async () => stream.said !== "");
	app.sandbox?.webhooks.pause();
	app.proxy.breakWith((call) => (call.startsWith("POST /v1/subscriptions/") ? { kind: "lostReply" } : null));
	expect((await person.post(API.subscriptions.cancel)).status).toBe(502);
	await until(() => notified() > 0);
	const before = notified();
	app.proxy.breakWith(null);
	app.sandbox?.webhooks.resume();
	await settled(app);
	await until(() => notified() > before);
	expect(await isSettled(person)).toBe(true);
	stream.close();
});

it("P266: a refusal settles at once, and another process's work is waited for", async () => {
	const { person, email } = await subscriber();
	expect((await person.post(API.subscriptions.cancelAlsoPaying)).status).toBe(404);
	const calls = app.proxy.calls.length;
	expect(await isSettled(person)).toBe(true);
	expect(app.proxy.calls).toHaveLength(calls);

	const other = openBillingLock(app.deps);
	const { id } = await userOf(app, email);
	const stream = await eventStream(app, person);
	expect(await other.hold(id, () => isSettled(person))).toBe(false);
	await until(() => stream.said.includes('"kind":"subscription"'));
	stream.close();
	expect(await isSettled(person)).toBe(true);
	await other.close();
});
