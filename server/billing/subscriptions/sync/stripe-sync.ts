import { and, eq, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Tx } from "#server/platform/db/tx.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { type Subscription, subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { pastDueColumns, voidOfEnded } from "../change/open-invoices.ts";
import { isMissing } from "../stripe/reach-stripe.ts";
import { readPayments } from "../stripe/stripe-payments.ts";
import { isLive, LIVE_STATUSES } from "./live-subscription.ts";
import { readPlan, settleEnd } from "./planned-change.ts";
import { draftColumns, droppedColumns, factsOf, plannedColumns } from "./subscription-row.ts";

export type BillingCustomer = { userId: string; customerId: string };

export type StripeSync = ReturnType<typeof createStripeSync>;

/** The one step behind every event, click and repair. It reads the whole state, so event order can't matter. */
export function createStripeSync({ stripe, now, log }: { stripe: Stripe; now: () => Date; log: Logger }) {
	return {
		/**
		 * Call it only while holding the user's billing lock, in its transaction: an earlier read could be older than another
		 * process's write.
		 * @returns the customer's subscriptions, newest first; none if the customer is no longer this user's
		 */
		async syncCustomer(tx: Tx, { userId, customerId }: BillingCustomer): Promise<Stripe.Subscription[]> {
			if (!(await isTheirs(tx, { userId, customerId }))) return [];
			const found = await readSubscriptions(stripe, customerId);
			const paid = await readPayments(stripe, customerId, found);
			const livesBefore = await countLive(tx, userId);

			for (const [at, each] of found.entries()) {
				found[at] = await writeSubscription(tx, userId, each, paid.invoices.get(each.id) ?? []);
			}
			await endOthers(tx, userId, found);
			for (const row of paid.rows) {
				await tx
					.insert(payments)
					.values({ ...row, userId })
					.onConflictDoUpdate({ target: payments.stripePaymentIntentId, set: row });
			}
			if (paid.cardCountry) {
				const isOther = or(isNull(users.cardCountry), ne(users.cardCountry, paid.cardCountry));
				await tx
					.update(users)
					.set({ cardCountry: paid.cardCountry })
					.where(and(eq(users.id, userId), isOther));
			}
			const { hasUsedCode } = paid;
			const seen = { syncedAt: now(), ...(hasUsedCode && { hasUsedCode }) };
			await tx
				.insert(stripeCustomers)
				.values({ id: customerId, userId, ...seen })
				.onConflictDoUpdate({ target: stripeCustomers.id, set: seen });

			if (livesBefore < 2 && (await countLive(tx, userId)) > 1) {
				log.error({ alert: "double_subscription", userId, customerId }, "a customer pays two subscriptions at once");
			}
			await voidOfEnded(stripe, { found, invoices: paid.invoices, log });
			return found;
		},

		/**
		 * Stores an answer without reading everything again. Call it in the preceding sync's transaction, whose invoices
		 * remain.
		 */
		async writeAnswer(
			tx: Tx,
			{ userId, customerId }: BillingCustomer,
			answer: Stripe.Response<Stripe.Subscription>,
		): Promise<void> {
			await writeSubscription(tx, userId, answer);
			const seen = { syncedAt: now(), lastRequest: answer.lastResponse.requestId };
			await tx.update(stripeCustomers).set(seen).where(eq(stripeCustomers.id, customerId));
		},
	};

	/** @param invoices omitted if not read: their columns then stay unchanged */
	async function writeSubscription(
		tx: Tx,
		userId: string,
		read: Stripe.Subscription,
		invoices?: Stripe.Invoice[],
	): Promise<Stripe.Subscription> {
		const { change } = isLive(read) ? await readPlan(stripe, read) : { change: null };
		const subscription = isLive(read) ? await settleEnd(stripe, read, change !== null) : read;
		const facts = factsOf(subscription);
		if (!facts) return subscription;
		if (facts.planId === "unknown")
			log.error({ alert: "unknown_price", userId, price: facts.stripePriceId }, "a subscription has a foreign price");
		const { createdAt, ...rest } = facts;
		const isThis = eq(subscriptions.stripeSubscriptionId, subscription.id);
		const [before] = await tx.select().from(subscriptions).where(isThis);
		const dropped = droppedColumns(before, { facts, planned: change });
		const productName = facts.planId === "unknown" ? await productNameOf(stripe, subscription, before) : null;
		const row = {
			...{ userId, ...rest, ...plannedColumns(change), ...dropped, productName, updatedAt: now() },
			...(invoices && { ...pastDueColumns(subscription, invoices), ...draftColumns(invoices) }),
		};
		await tx
			.insert(subscriptions)
			.values({ ...row, stripeSubscriptionId: subscription.id, createdAt })
			.onConflictDoUpdate({ target: subscriptions.stripeSubscriptionId, set: row });
		return subscription;
	}
}

/** The account may have been deleted, or even re-created, while this waited for its lock. */
async function isTheirs(tx: Tx, { userId, customerId }: BillingCustomer): Promise<boolean> {
	const [user] = await tx
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, userId), eq(users.stripeCustomerId, customerId)));
	return user !== undefined;
}

async function readSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
	const all: Stripe.SubscriptionListParams = { customer, status: "all", limit: 100, expand: ["data.latest_invoice"] };
	try {
		return await stripe.subscriptions.list(all).autoPagingToArray({ limit: 1_000 });
	} catch (error) {
		// A deleted customer has no subscriptions.
		if (isMissing(error)) return [];
		throw error;
	}
}

async function productNameOf(
	stripe: Stripe,
	{ items }: Stripe.Subscription,
	before: Subscription | undefined,
): Promise<string | null> {
	const price = items.data[0]?.price;
	if (!price) return null;
	if (before?.productName && before.stripePriceId === price.id) return before.productName;
	const id = typeof price.product === "string" ? price.product : price.product.id;
	const { data } = await stripe.products.list({ ids: [id], limit: 1 });
	return data[0]?.name.slice(0, 255) ?? null;
}

/** What Stripe no longer lists (its customer was deleted) has ended; the row stays. */
async function endOthers(tx: Tx, userId: string, found: Stripe.Subscription[]): Promise<void> {
	const listed = found.map((each) => each.id);
	await tx
		.update(subscriptions)
		.set({ status: "canceled", ...pastDueColumns(null, []), ...draftColumns([]) })
		.where(
			and(
				eq(subscriptions.userId, userId),
				notInArray(subscriptions.status, ["canceled", "incomplete_expired"]),
				listed.length > 0 ? notInArray(subscriptions.stripeSubscriptionId, listed) : sql`true`,
			),
		);
}

async function countLive(tx: Tx, userId: string): Promise<number> {
	return tx.$count(
		subscriptions,
		and(eq(subscriptions.userId, userId), inArray(subscriptions.status, [...LIVE_STATUSES])),
	);
}
