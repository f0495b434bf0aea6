import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import type { CreditAnswer } from "#shared/billing/subscriptions/subscription.ts";
import { readCredit } from "./stripe/customer-credit.ts";
import type { DetailsCache } from "./stripe/details-cache.ts";
import { WHILE_SOMEONE_LOOKS } from "./stripe/reach-stripe.ts";
import { REFUNDABLE } from "./stripe/stripe-payments.ts";

/** Creates the view of a user's credit at Stripe, cached, with or without a subscription. Throws Stripe's errors. */
export function createCreditView({ db, stripe, details }: { db: Db; stripe: Stripe; details: DetailsCache }) {
	return async (userId: string): Promise<CreditAnswer> => {
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		const customerId = user?.stripeCustomerId;
		if (!customerId) return { credit: null };
		return details.read({ userId, what: "credit" }, () => read(userId, customerId));
	};

	async function read(userId: string, customerId: string): Promise<CreditAnswer> {
		const rows = await db.select().from(payments).where(eq(payments.userId, userId));
		const { credit, parts } = await readCredit(stripe, customerId, { rows, options: WHILE_SOMEONE_LOOKS });
		if (!credit) return { credit: null };
		const left = rows.filter(({ status }) => REFUNDABLE.includes(status));
		const ids = left.map(({ stripePaymentIntentId: id }) => id);
		const refundable = parts
			.filter(({ paymentIntentId }) => ids.includes(paymentIntentId))
			.reduce((sum, { amount }) => sum + amount, 0);
		return { credit: { amount: credit.amount, currency: credit.currency, refundable } };
	}
}
