import { beforeEach, describe, expect, it } from "vitest";
import { leave } from "#server/testing/app/leaver.ts";
import {
	activeOf,
	CARDS,
	deliver,
	eventAbout,
	pageFor,
	rowsOf,
	settled,
	submit,
	userOf,
} from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription, paymentOf, type Story } from "#server/testing/billing/billing-sequences.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";

const app = useBillingApp();

const subscriber = () => payingCustomer(app);

const live = async (customer: string, days: number) => {
	await app.sandbox?.advance({ customer, days });
	await settled(app);
};

/** A customer with a failed renewal, `days` after the first payment. */
async function pastDue(days: number): Promise<{ story: Story; customer: string }> {
	const story = await subscriber();
	const customer = await customerOf(story);
	await app.sandbox?.setCard({ customer, cardNumber: CARDS.declinedLater });
	await live(customer, days);
	return { story, customer };
}

const invoicesOf = async (customer: string) => (await app.stripe.invoices.list({ customer })).data;
const statusesOf = async (customer: string) => (await invoicesOf(customer)).map(({ status }) => status);
/** What was really taken, in cents. */
const taken = (customer: string) =>
	(app.sandbox?.kept.charges(customer) ?? []).filter(({ paid }) => paid).map(({ amount }) => amount);

/** A card that pays from now on, and time for every retry; nobody is charged. */
async function tryToTakeMore(customer: string, story: Story): Promise<void> {
	await app.sandbox?.setCard({ customer, cardNumber: CARDS.ok });
	await live(customer, 60);
	const [newest] = await invoicesOf(customer);
	await submit(story.person, newest?.hosted_invoice_url ?? "", { card_number: CARDS.ok });
	await settled(app);
	expect(taken(customer)).toEqual([1999]);
}

describe("P267: what has ended takes no money", () => {
	it("after the last failed retry: the open invoice is void", async () => {
		const { story, customer } = await pastDue(75);
		expect((await newestSubscription(story)).status).toBe("canceled");
		expect(await statusesOf(customer)).toEqual(["void", "paid"]);
		await tryToTakeMore(customer, story);
	});

	it("after an account was deleted while a payment was owed", async () => {
		const { story, customer } = await pastDue(32);
		expect(await statusesOf(customer)).toEqual(["open", "paid"]);
		const user = await userOf(app, story.email);
		expect((await leave({ app, browser: story.person, email: story.email, user })).status).toBe(204);
		expect(await statusesOf(customer)).toEqual(["void", "paid"]);
		await tryToTakeMore(customer, story);
	});

	it("after an operator ended it in the dashboard, also where the first attempt to void fails", async () => {
		const { story, customer } = await pastDue(32);
		app.proxy.breakWith((call) => (call.endsWith("/void") ? { kind: "status", status: 500 } : null));
		await app.stripe.subscriptions.cancel((await newestSubscription(story)).id);
		await app.sandbox?.webhooks.idle();
		app.proxy.breakWith(null);
		await settled(app);
		expect(await statusesOf(customer)).toEqual(["void", "paid"]);
	});
});

describe("P267: a dispute that is lost", () => {
	it("ends the subscription at once; one that is bought afterwards stays", async () => {
		const story = await subscriber();
		const { id } = (await app.sandbox?.dispute({ paymentIntent: await paymentOf(story) })) ?? {};
		await settled(app);
		expect((await activeOf(story.person)).active).toBe(true);
		await app.sandbox?.closeDispute({ dispute: id ?? "", outcome: "lost" });
		await settled(app);
		expect(await activeOf(story.person)).toMatchObject({ active: false, subscription: null });

		await submit(story.person, await pageFor(story.person, "basic"), { card_number: CARDS.ok });
		const customer = await customerOf(story);
		await deliver(app, eventAbout(customer));
		await settled(app);
		expect((await activeOf(story.person)).subscription?.planId).toBe("basic");
	});
});

describe("events of schedules and of invoices that can't be finalized", () => {
	let story: Story;
	beforeEach(async () => {
		story = await subscriber();
	});

	it("a schedule changed in the dashboard is seen by its own event", async () => {
		const customer = await customerOf(story);
		await app.sandbox?.webhooks.idle();
		const subscription = await newestSubscription(story);
		const [price] = (await app.stripe.prices.list({ lookup_keys: ["starter_monthly"] })).data;
		const plan = async () => {
			const { id, phases } = await app.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
			const [present] = phases;
			const at = present?.end_date ?? 0;
			const items = [{ price: subscription.items.data[0]?.price.id ?? "" }];
			const first = { items, start_date: present?.start_date ?? 0, end_date: at };
			const then = { items: [{ price: price?.id ?? "" }], end_date: at + 2_592_000 };
			await app.stripe.subscriptionSchedules.update(id, { phases: [first, then] });
		};
		await app.deps.pool.query("DELETE FROM stripe_events");
		app.sandbox?.webhooks.pause();
		await plan();
		await deliver(app, eventAbout(customer, { type: "subscription_schedule.updated" }));
		await settled(app);
		app.sandbox?.webhooks.resume();
		const [row] = (await rowsOf(app, (await userOf(app, story.email)).id)).subscriptions;
		expect(row).toMatchObject({ planId: "pro", plannedPlanId: "starter" });
	});
});
