import { and, asc, eq, gte, inArray, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { GUARANTEED_DAYS } from "#shared/billing/subscriptions/guarantee.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { DAYS_TO_PAY_BACK, shownNumber } from "#shared/billing/subscriptions/withdrawal.ts";
import { type Withdrawal, withdrawals } from "#shared/billing/subscriptions/withdrawals.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { REFUNDABLE } from "../stripe/stripe-payments.ts";
import { dayOf } from "./guarantee-days.ts";

/** The open withdrawals, oldest first, each with the commands to settle it. */
export async function linesOfOpen(db: Db): Promise<string[]> {
	const open = await db.select().from(withdrawals).where(isNull(withdrawals.closedAt)).orderBy(asc(withdrawals.id));
	if (open.length === 0) return ["No withdrawal is open."];
	const lines = await Promise.all(open.map((each) => linesOf(db, each)));
	return lines.flat();
}

/**
 * Closes a withdrawal that was refunded or answered.
 * @param text its number, with or without hyphens
 * @throws CommandError if no open withdrawal has the number
 */
export async function closeWithdrawal(db: Db, text: string, at: Date): Promise<string> {
	const number = text.toLowerCase().replace(/[\s-]/g, "");
	const isOpen = and(eq(withdrawals.number, number), isNull(withdrawals.closedAt));
	const closed = await db.update(withdrawals).set({ closedAt: at }).where(isOpen).returning({ id: withdrawals.id });
	if (closed.length === 0) throw new CommandError(`No open withdrawal has the number ${text}.`);
	return `Closed ${shownNumber(number)}.`;
}

async function linesOf(db: Db, withdrawal: Withdrawal): Promise<string[]> {
	const { number, name, email, contract, createdAt } = withdrawal;
	const asked = dayOf(createdAt);
	const deadline = dayOf(new Date(createdAt.getTime() + DAYS_TO_PAY_BACK * DAY_MS));
	return [
		[`asked on ${asked}`, `pay back by ${deadline}`, shownNumber(number), `${name} <${email}>`, `"${contract}"`].join(
			"  ",
		),
		...(await refunds(db, withdrawal, asked)).map((line) => `  ${line}`),
		`  npm run operator -- withdrawals --done ${number}`,
	];
}

/** Falls back from the account that sent it to one with the email address entered. */
async function refunds(db: Db, { userId, email, createdAt }: Withdrawal, asked: string): Promise<string[]> {
	const isTheirs = userId ? eq(users.id, userId) : eq(users.email, email.toLowerCase());
	const [user] = await db.select().from(users).where(isTheirs);
	if (!user) return ["nobody here has this e-mail address: ask them for the invoice"];
	const note = userId ? [] : ["sent signed out: make sure that it is theirs"];
	if (!user.deletedAt) return [...note, `npm run operator -- refund --user ${user.email} --asked-on ${asked}`];
	const since = new Date(createdAt.getTime() - GUARANTEED_DAYS * DAY_MS);
	const isRecent = and(eq(payments.userId, user.id), gte(payments.createdAt, since));
	const isPaid = inArray(payments.status, REFUNDABLE);
	const paid = await db.select().from(payments).where(and(isRecent, isPaid)).orderBy(asc(payments.id));
	if (paid.length === 0) return ["the account is deleted, and nothing that it paid is left to pay back"];
	return paid.map(({ stripePaymentIntentId: id }) => `npm run operator -- refund --payment ${id} --asked-on ${asked}`);
}
