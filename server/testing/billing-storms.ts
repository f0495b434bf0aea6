import type Stripe from "stripe";
import { type BillingApp, deliver, settled, userOf } from "./billing.ts";
import { SEQUENCES, type Story } from "./billing-sequences.ts";
import { copyOf, truthOf } from "./billing-truth.ts";

/** Events that tell of a change to a subscription or a payment, the telling ones first. */
const TELLING = [
	"checkout.session.completed",
	"customer.subscription.created",
	"customer.subscription.updated",
	"customer.subscription.deleted",
	"invoice.paid",
	"invoice.payment_failed",
	"charge.refunded",
	"charge.dispute.closed",
	"refund.created",
	"invoice_payment.paid",
	"payment_intent.succeeded",
];

/** Lives through a story while no event is delivered, and answers with the events that tell it (at most six). */
export async function silently(
	app: BillingApp,
	name: string,
	email: string,
): Promise<{ story: Story; events: Stripe.Event[] }> {
	const story = { app, email, person: await app.signedIn({ email }) };
	app.sandbox?.webhooks.pause();
	for (const step of SEQUENCES[name] ?? []) await step(story);
	const customer = (await userOf(app, email)).stripeCustomerId ?? "";
	const { data: newest } = await app.stripe.events.list({ limit: 100 });
	const mine = newest.filter((event) => JSON.stringify(event.data.object).includes(customer));
	const rank = ({ type }: Stripe.Event) => TELLING.indexOf(type);
	const events = mine
		.filter((event) => rank(event) >= 0)
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, 6);
	return { story, events };
}

/** Delivers events in this order, each twice where `isDoubled`, to an account that knows nothing yet. */
export async function replay(
	story: Story,
	{ events, isDoubled }: { events: Stripe.Event[]; isDoubled: boolean },
): Promise<void> {
	const { app, email } = story;
	const user = await userOf(app, email);
	await app.deps.pool.query("DELETE FROM subscriptions WHERE user_id = $1", [user.id]);
	await app.deps.pool.query("DELETE FROM payments WHERE user_id = $1", [user.id]);
	await app.deps.pool.query("DELETE FROM stripe_events");
	for (const event of isDoubled ? events.flatMap((one) => [one, one]) : events) await deliver(app, event);
	await settledInbox(app);
}

async function settledInbox(app: BillingApp): Promise<void> {
	for (;;) {
		const { rowCount } = await app.deps.pool.query("SELECT 1 FROM stripe_events WHERE processed_at IS NULL LIMIT 1");
		if (rowCount === 0) return;
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
}

/** Every order of some things. */
export function* permutations<T>(items: T[]): Generator<T[]> {
	if (items.length <= 1) yield items;
	for (let at = 0; at < items.length; at++) {
		const rest = items.filter((_item, index) => index !== at);
		for (const order of permutations(rest)) yield [items[at] as T, ...order];
	}
}

/** How a copy differs from Stripe's truth; null when it does not. */
export async function difference({ app, email }: Story): Promise<string | null> {
	const user = await userOf(app, email);
	const copy = JSON.stringify(await copyOf(app, user.id));
	const truth = JSON.stringify(await truthOf(app.stripe, user.stripeCustomerId ?? ""));
	return copy === truth ? null : `rows ${copy}\nStripe ${truth}`;
}

/**
 * Lives through a story while its events arrive shuffled and doubled, eight at a time, and Stripe's answers up to
 * `jitterMs` late.
 */
export async function stormy(app: BillingApp, name: string, { email, jitterMs }: { email: string; jitterMs: number }) {
	const story = { app, email, person: await app.signedIn({ email }) };
	app.sandbox?.webhooks.faults({ copies: 2, jitterMs });
	app.proxy.breakWith(() => ({ kind: "jitter", ms: jitterMs }));
	for (const step of SEQUENCES[name] ?? []) await step(story);
	return story;
}

/** The sandbox and the proxy behave again, and everything under way has arrived. */
export async function calm(app: BillingApp): Promise<void> {
	app.sandbox?.webhooks.faults({});
	app.proxy.breakWith(null);
	await settled(app);
}
