import { and, desc, eq, inArray, isNotNull, isNull, lt, max, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { READABLE, randomWord } from "#server/platform/work/random-word.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { GUARANTEED_DAYS } from "#shared/billing/subscriptions/guarantee.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import type { WithdrawalForm, WithdrawalOffer, WithdrawalReceipt } from "#shared/billing/subscriptions/withdrawal.ts";
import { type Withdrawal, withdrawals } from "#shared/billing/subscriptions/withdrawals.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { REFUNDABLE } from "../stripe/stripe-payments.ts";

/** Unguessable, because a confirmation contains a name and an email address. */
const NUMBER_LENGTH = 20;
const KEPT_DAYS = 3 * 365 + 1;

export type Withdrawals = ReturnType<typeof createWithdrawals>;

/** Creates the service for withdrawal statements (P577): stored before confirmation, read by their number. */
export function createWithdrawals({ db, now, log }: { db: Db; now: () => Date; log: Logger }) {
	return {
		/**
		 * Stores a statement once per key, and notifies the operator.
		 * @throws AppError `conflict` if another statement has the key
		 */
		async receive({ key, name, email, contract }: WithdrawalForm, userId: string | null): Promise<WithdrawalReceipt> {
			const number = randomWord(NUMBER_LENGTH);
			// Also null if the account is being deleted at this moment.
			const owner = sql`(SELECT ${users.id} FROM ${users} WHERE ${users.id} = ${userId})`;
			const [stored] = await db
				.insert(withdrawals)
				.values({ number, key, userId: owner, name, email, contract, createdAt: now() })
				.onConflictDoNothing({ target: withdrawals.key })
				.returning();
			if (stored) {
				log.warn({ alert: "withdrawal", number }, "somebody withdrew from a contract: npm run operator -- withdrawals");
				return receiptOf(stored);
			}
			const [earlier] = await db.select().from(withdrawals).where(eq(withdrawals.key, key));
			const isSame = earlier?.name === name && earlier.email === email && earlier.contract === contract;
			if (earlier && isSame) return receiptOf(earlier);
			throw new AppError(
				"conflict",
				"This form was sent before with other details. Reload the page to send another one.",
			);
		},

		/** @throws AppError `not_found` */
		async find(number: string): Promise<WithdrawalReceipt> {
			const isNumber = number.length === NUMBER_LENGTH && [...number].every((each) => READABLE.includes(each));
			const found = isNumber ? await db.select().from(withdrawals).where(eq(withdrawals.number, number)) : [];
			const [withdrawal] = found;
			if (!withdrawal) throw new AppError("not_found", "No withdrawal has this number");
			return receiptOf(withdrawal);
		},

		/** The withdrawal deadline of the user's newest payment, and a pending statement. */
		async offerTo(userId: string): Promise<WithdrawalOffer> {
			const [paid] = await db
				.select({ at: max(payments.createdAt) })
				.from(payments)
				.where(and(eq(payments.userId, userId), inArray(payments.status, REFUNDABLE)));
			const [sent] = await db
				.select()
				.from(withdrawals)
				.where(and(eq(withdrawals.userId, userId), isNull(withdrawals.closedAt)))
				.orderBy(desc(withdrawals.id))
				.limit(1);
			const until = paid?.at ? new Date(paid.at.getTime() + GUARANTEED_DAYS * DAY_MS) : null;
			return {
				until: until && until > now() ? until.toISOString() : null,
				sent: sent ? { number: sent.number, receivedAt: sent.createdAt.toISOString() } : null,
			};
		},

		async forgetOld(): Promise<void> {
			const limit = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
			await db.delete(withdrawals).where(and(isNotNull(withdrawals.closedAt), lt(withdrawals.closedAt, limit)));
		},
	};
}

function receiptOf({ number, name, email, contract, createdAt }: Withdrawal): WithdrawalReceipt {
	return { number, name, email, contract, receivedAt: createdAt.toISOString() };
}
