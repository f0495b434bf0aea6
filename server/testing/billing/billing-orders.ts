import type Stripe from "stripe";
import { type BillingApp, deliver } from "./billing.ts";
import { customerOf, liveThrough, type Story } from "./billing-sequences.ts";

/** An order of events can have at most this many: 720 orders. */
const AT_MOST = 6;

/** Kinds of events that tell of a change to a subscription or a payment; those of a single story's own first. */
const TELLING = [
	"charge.dispute.closed",
	"charge.dispute.created",
	"charge.refunded",
	"invoice.payment_failed",
	"customer.subscription.deleted",
	"customer.subscription.updated",
	"invoice.paid",
	"checkout.session.completed",
	"customer.subscription.created",
	"refund.created",
	"payment_intent.succeeded",
	"invoice_payment.paid",
];

/** Lives through a story while no event is delivered, and answers with the events that tell it (at most six). */
export async function silently(
	app: BillingApp,
	name: string,
	email: string,
): Promise<{ story: Story; events: Stripe.Event[] }> {
	app.sandbox?.webhooks.pause();
	const story = await liveThrough(app, name, email);
	const customer = await customerOf(story);
	const charges = app.sandbox?.kept.charges(customer) ?? [];
	// Refunds and disputes name a payment alone.
	const names = [customer, ...charges.map((charge) => String(charge.payment_intent))];
	const { data: newest } = await app.stripe.events.list({ limit: 100 });
	const mine = newest.filter(({ data }) => names.some((id) => JSON.stringify(data.object).includes(id)));
	return { story, events: mostTelling(mine) };
}

/** One of each kind, then a second of each, and so on. */
function mostTelling(events: Stripe.Event[]): Stripe.Event[] {
	const kinds = TELLING.map((type) => events.filter((event) => event.type === type));
	const rounds = Math.max(...kinds.map((kind) => kind.length));
	return Array.from({ length: rounds }, (_, round) => kinds.flatMap((kind) => kind[round] ?? []))
		.flat()
		.slice(0, AT_MOST);
}

/** Each event twice: the second right after the first, or once all have come. */
export function doubled<T>(events: T[], areLate: boolean): T[] {
	return areLate ? [...events, ...events] : events.flatMap((one) => [one, one]);
}

/**
 * Delivers events in this order, one after the other, to an account that knows nothing yet, and waits until they are
 * worked off. Several stories of one app may do so at once.
 */
export async function replay({ app, email }: Story, events: Stripe.Event[]): Promise<void> {
	const { pool } = app.deps;
	const ids = [...new Set(events.map(({ id }) => id))];
	await pool.query(
		`WITH person AS (SELECT id FROM users WHERE email = $1),
		 no_events AS (DELETE FROM stripe_events WHERE id = ANY($2)),
		 no_payments AS (DELETE FROM payments WHERE user_id IN (SELECT id FROM person))
		 DELETE FROM subscriptions WHERE user_id IN (SELECT id FROM person)`,
		[email, ids],
	);
	for (const event of events) {
		const { status } = await deliver(app, event);
		if (status !== 200) throw new Error(`An event was answered with ${status}`);
	}
	const waiting = "SELECT 1 FROM stripe_events WHERE id = ANY($1) AND processed_at IS NULL LIMIT 1";
	while ((await pool.query(waiting, [ids])).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Every order of some things. */
export function* permutations<T>(items: T[]): Generator<T[]> {
	if (items.length === 0) yield [];
	for (let at = 0; at < items.length; at++) {
		const rest = items.filter((_item, index) => index !== at);
		for (const order of permutations(rest)) yield [items[at] as T, ...order];
	}
}
