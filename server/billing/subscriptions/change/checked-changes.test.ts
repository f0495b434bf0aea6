import { expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { until } from "#server/testing/app/until.ts";
import { settled, startBillingApp, userOf } from "#server/testing/billing/billing.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { openBillingLock } from "../sync/billing-lock.ts";

/** What a screen reads while it waits for a change's outcome. */
async function outcomeFor(person: Browser) {
	const answer = await person.get(`${API.subscriptions.active}?session_id=`);
	const { verified, subscription } = (await answer.json()) as ActiveSubscription;
	return [verified, subscription?.cancelAtPeriodEnd];
}

it("P266: the stream announces the outcome of a change, and Stripe is read once no change is in progress", async () => {
	const app = await startBillingApp({ deadlines: { stripeReturn: 1_000 } });
	try {
		const { person, email } = await payingCustomer(app);
		const stream = await eventStream(app, person);
		const notified = () => stream.said.split('"kind":"subscription"').length - 1;
		await until(async () => stream.said !== "");
		app.sandbox?.webhooks.pause();
		app.proxy.breakWith((call) => (call.startsWith("POST /v1/subscriptions/") ? { kind: "lostReply" } : null));
		expect((await person.post(API.subscriptions.cancel)).status).toBe(502);
		await until(() => notified() === 1);
		app.proxy.breakWith(() => ({ kind: "status", status: 500 }));
		expect(await outcomeFor(person)).toEqual([false, false]);
		app.proxy.breakWith(null);
		// While another process makes a change, the outcome is unknown; once it is done, the screens are notified to ask again.
		const other = openBillingLock(app.deps);
		const { id } = await userOf(app, email);
		expect(await other.hold(id, () => outcomeFor(person))).toEqual([false, false]);
		await until(() => notified() === 2);
		expect(await outcomeFor(person)).toEqual([true, true]);
		await other.close();
		stream.close();
		app.sandbox?.webhooks.resume();
		await settled(app);
	} finally {
		await app.close();
	}
});
