import { parseArgs } from "node:util";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { daysSince } from "./guarantee-days.ts";

export const USAGE = `Usage: npm run operator -- refund --user person@example.com
       npm run operator -- refund --payment pi_...    (of somebody whose account is deleted)

  --credit                only credit that is left after the end, back to the card that paid it
  --asked-on 2026-03-05   the day on which they asked (UTC), where that is not today
  --dry-run               shows what would be paid back, and changes nothing
  --yes                   doesn't ask first`;

/** An older date is probably a typo, and would refund months of payments. */
const OLDEST_REQUEST_DAYS = 90;

/** The command line, parsed. `askedOn` is any moment of that day. */
export type GuaranteeOrder = {
	whom: { email: string } | { paymentIntentId: string };
	askedOn: Date | undefined;
	/** Refunds credit instead of payments (P566). */
	isCredit: boolean;
	isDryRun: boolean;
	isAgreed: boolean;
};

/** @throws CommandError with the usage unless there is exactly one email address or payment id; for a wrong day */
export function readOrder(args: string[], now: Date): GuaranteeOrder {
	const values = parse(args);
	const { user, payment, credit: isCredit = false, yes = false } = values;
	if (!user === !payment || (isCredit && values["asked-on"] !== undefined)) throw new CommandError(USAGE);
	return {
		whom: user ? { email: user } : { paymentIntentId: payment ?? "" },
		askedOn: values["asked-on"] === undefined ? undefined : readDay(values["asked-on"], now),
		isCredit,
		isDryRun: values["dry-run"] ?? false,
		isAgreed: yes,
	};
}

function parse(args: string[]) {
	const text = { type: "string" } as const;
	const flag = { type: "boolean" } as const;
	try {
		const options = { user: text, payment: text, credit: flag, "asked-on": text, "dry-run": flag, yes: flag };
		return parseArgs({ args, options }).values;
	} catch {
		throw new CommandError(USAGE);
	}
}

function readDay(text: string, now: Date): Date {
	const day = new Date(`${text}T00:00:00Z`);
	const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
	if (!isDay) throw new CommandError("--asked-on is a day such as 2026-03-05.");
	const daysAgo = daysSince(day, now);
	// The operator's time zone may be ahead of UTC, where it is already tomorrow.
	if (daysAgo < -1) throw new CommandError(`--asked-on ${text} is in the future.`);
	if (daysAgo > OLDEST_REQUEST_DAYS) {
		throw new CommandError(
			`--asked-on ${text} is over ${OLDEST_REQUEST_DAYS} days ago: refund it in Stripe's dashboard.`,
		);
	}
	return day;
}
