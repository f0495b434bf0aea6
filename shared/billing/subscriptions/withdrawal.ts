import { z } from "zod";
import { cleanedBy, cleanLine, trimBlank } from "../../platform/plain-text.ts";

export const WITHDRAWAL_LIMITS = { name: 255, email: 254, contract: 255 } as const;

/** Art. 13 of Directive 2011/83/EU: the trader refunds within 14 days of receiving the withdrawal. */
export const DAYS_TO_PAY_BACK = 14;

/** Accepts any deliverable address, in every script: no withdrawal fails because of its e-mail address. */
const AN_ADDRESS = /^[^\s@"]{1,64}@[^\s@]+\.[^\s@]+$/u;

const cleanedLine = cleanedBy(cleanLine);
const line = (max: number) =>
	z.preprocess(cleanedLine, z.string("Required").min(1, "Required").max(max, `Use at most ${max} characters`));

/** The statement of withdrawal: the form, and the body of `POST /api/withdrawals` (P577). */
export const withdrawalForm = z.object({
	/** Made by the form, so that a repeated request is one statement. */
	key: z.string("Invalid input").regex(/^[0-9a-f]{32}$/, "Invalid input"),
	name: line(WITHDRAWAL_LIMITS.name),
	email: z.preprocess(
		cleanedBy(trimBlank),
		z
			.string("Required")
			.min(1, { error: "Required", abort: true })
			.max(WITHDRAWAL_LIMITS.email, "Enter a valid e-mail address")
			.regex(AN_ADDRESS, "Enter a valid e-mail address"),
	),
	contract: line(WITHDRAWAL_LIMITS.contract),
	/** A honeypot: people don't see this field. */
	website: z.literal("", "Leave this field empty").default(""),
});

export type WithdrawalForm = z.infer<typeof withdrawalForm>;

export type WithdrawalReceipt = Omit<WithdrawalForm, "key" | "website"> & {
	number: string;
	receivedAt: string;
};

/** What the tab shows; both are null if there is no contract to withdraw from, or nothing was sent. */
export type WithdrawalOffer = { until: string | null; sent: Pick<WithdrawalReceipt, "number" | "receivedAt"> | null };

/** The same words on the page, in the file and for the operator. */
export const WITHDRAWAL_STATEMENT = "I withdraw from this contract.";

/** In groups, for reading aloud. */
export function shownNumber(number: string): string {
	return number.match(/.{1,5}/g)?.join("-") ?? number;
}

/** The confirmation as a text file, on a durable medium. */
export function receiptText({ number, receivedAt, name, email, contract }: WithdrawalReceipt): string {
	const at = `${receivedAt.slice(0, 10)} ${receivedAt.slice(11, 19)} UTC`;
	return [
		"Visualink: confirmation of withdrawal",
		"",
		`Received:  ${at}`,
		`Number:    ${shownNumber(number)}`,
		`Name:      ${name}`,
		`Email:     ${email}`,
		`Contract:  ${contract}`,
		`Statement: ${WITHDRAWAL_STATEMENT}`,
		"",
	].join("\r\n");
}
