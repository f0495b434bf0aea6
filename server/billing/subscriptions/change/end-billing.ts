import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { hasName } from "#server/platform/db/former-names.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { noteCredit } from "../stripe/customer-credit.ts";
import { isMissing, reachStripe, WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import { isLive } from "../sync/live-subscription.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { voidOpenInvoices } from "./open-invoices.ts";

type Options = {
	stripe: Stripe;
	lock: BillingLock;
	sync: Pick<StripeSync, "syncCustomer">;
	checkout: Pick<Checkout, "closeAll">;
	deadlines: Deadlines;
};

/** `begin` comes before anything is ended, `erase` after everything is; each may throw. */
type Steps = { begin: () => void; erase: () => Promise<void> };

export type EndBilling = ReturnType<typeof createEndBilling>;

/** Said once something may have been ended over there: only the next try ends the rest. */
const HALF_DONE =
	"Your account is still here, but a subscription may have ended already. Please try again in a moment: that finishes the deletion.";

/**
 * Ends all that an account has at Stripe, for good: pages to pay on are closed, subscriptions end now (without
 * proration, whatever their state), open invoices are voided, the credit that is left is noted on the payments that it
 * came from (P566), and the customer is removed there, so that nothing can be bought for an account that is gone. Then
 * `erase` runs, in the transaction that holds the billing lock: no click, event or repair can come in between. Stripe
 * keeps payments and invoices. Every step may be repeated after a failure or a crash.
 * @param erase is not run when the account is gone already
 * @throws AppError `upstream` when Stripe is away; then `erase` has not run, and never will for this call. Its message
 * says so where the subscription may have ended by then
 */
export function createEndBilling({ stripe, lock, sync, checkout, deadlines }: Options) {
	return async (account: Pick<User, "id" | "userSlug">, erase: (tx: Tx) => Promise<void>): Promise<void> => {
		let isAnswered = false;
		let hasBegun = false;
		// The user was shown a failure, so it must fail.
		const refuseIfAnswered = () => {
			if (isAnswered) throw new Error("The account was kept, because Stripe took too long");
		};
		const work = (tx: Tx) =>
			endThen(tx, account, {
				begin: () => {
					refuseIfAnswered();
					hasBegun = true;
				},
				erase: async () => {
					refuseIfAnswered();
					await erase(tx);
				},
			});
		try {
			await reachStripe(() => lock.hold(account.id, work), deadlines.stripeClick);
		} catch (error) {
			const isHalfDone = hasBegun && error instanceof AppError && error.kind === "upstream";
			throw isHalfDone ? new AppError("upstream", HALF_DONE, { cause: error.cause }) : error;
		} finally {
			isAnswered = true;
		}
	};

	async function endThen(tx: Tx, { id: userId, userSlug }: Pick<User, "id" | "userSlug">, { begin, erase }: Steps) {
		const [user] = await tx
			.select({ customerId: users.stripeCustomerId })
			.from(users)
			.where(and(eq(users.id, userId), hasName(userSlug)));
		if (!user) return;
		if (user.customerId) await endAtStripe(tx, { userId, customerId: user.customerId }, begin);
		await erase();
	}

	async function endAtStripe(tx: Tx, { userId, customerId }: BillingCustomer, begin: () => void): Promise<void> {
		// First, so that what is paid in this moment is among the subscriptions that are found next.
		await checkout.closeAll(customerId);
		const found = await sync.syncCustomer(tx, { userId, customerId });
		begin();
		for (const { id } of found.filter(isLive)) {
			await unlessMissing(stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }, WHILE_SOMEONE_WAITS));
		}
		await unlessMissing(voidOpenInvoices(stripe, customerId));
		// Last before the customer goes: an invoice that is void has returned the credit it had used.
		const rows = await tx.select().from(payments).where(eq(payments.userId, userId));
		await noteCredit(stripe, customerId, { rows, options: WHILE_SOMEONE_WAITS });
		await unlessMissing(stripe.customers.del(customerId, {}, WHILE_SOMEONE_WAITS));
	}
}

/** What is not there has been ended by an earlier try. */
async function unlessMissing(call: Promise<unknown>): Promise<void> {
	try {
		await call;
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
}
