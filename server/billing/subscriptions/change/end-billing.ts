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

/** `begin` runs before anything ends, `erase` after everything has ended. Either may throw. */
type Steps = { begin: () => void; erase: () => Promise<void> };

export type EndBilling = ReturnType<typeof createEndBilling>;

/** Shown once something may have ended at Stripe: only a retry ends the rest. */
const HALF_DONE =
	"Your account is still here, but a subscription may have ended already. Please try again in a moment: that finishes the deletion.";

/**
 * Permanently ends all of an account's billing at Stripe, noting its credit on its payments (P566). Idempotent.
 * @param erase runs last, in the transaction that holds the billing lock; skipped if the account is already deleted
 * @throws AppError `upstream` if Stripe is unavailable: `erase` hasn't run and won't run for this call. The message
 * says so if the subscription may already have ended
 */
export function createEndBilling({ stripe, lock, sync, checkout, deadlines }: Options) {
	return async (account: Pick<User, "id" | "userSlug">, erase: (tx: Tx) => Promise<void>): Promise<void> => {
		let isAnswered = false;
		let hasBegun = false;
		// The user has already seen an error, so this must fail.
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
		// First, so that a payment made at this moment is among the subscriptions read next.
		await checkout.closeAll(customerId);
		const found = await sync.syncCustomer(tx, { userId, customerId });
		begin();
		for (const { id } of found.filter(isLive)) {
			await unlessMissing(stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }, WHILE_SOMEONE_WAITS));
		}
		await unlessMissing(voidOpenInvoices(stripe, customerId));
		// The last step before the customer goes, because voiding an invoice returns the credit it used.
		const rows = await tx.select().from(payments).where(eq(payments.userId, userId));
		await noteCredit(stripe, customerId, { rows, options: WHILE_SOMEONE_WAITS });
		await unlessMissing(stripe.customers.del(customerId, {}, WHILE_SOMEONE_WAITS));
	}
}

/** An earlier attempt has already ended what's missing. */
async function unlessMissing(call: Promise<unknown>): Promise<void> {
	try {
		await call;
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
}
