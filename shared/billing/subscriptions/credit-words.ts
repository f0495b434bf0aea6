import { formatMoney } from "../../platform/format.ts";
import type { CreditAnswer } from "./subscription.ts";

type Credit = NonNullable<CreditAnswer["credit"]>;

/** '€79.91 credit, used for your next invoices' */
export function creditLine(credit: Credit): string {
	return `${creditOf(credit)}, used for your next invoices`;
}

/** ', with your €79.91 credit used first': follows an amount that Stripe has reduced by it. */
export function afterCredit(credit: Credit | null | undefined): string {
	return credit ? `, with your ${creditOf(credit)} used first` : "";
}

/** What happens to credit when a subscription ends (P566). */
export function creditAtEnd(credit: Credit): string {
	const stays = `Your ${creditOf(credit)} stays for later invoices.`;
	const { amount, refundable, currency } = credit;
	if (refundable === 0) return stays;
	const refunded = refundable < amount ? `${formatMoney(refundable, currency)} of it` : "it";
	return `${stays} If you don't subscribe again, write to us and we refund ${refunded} to your card.`;
}

/** What happens to credit when an account is deleted (P566). */
export function creditAtDeletion(credit: Credit): string {
	const { amount, refundable, currency } = credit;
	if (refundable === 0) return `Your ${creditOf(credit)} ends with your account.`;
	const write = "write to us, before or after, and we refund";
	if (refundable === amount) return `Your ${creditOf(credit)} came from your payments: ${write} it to your card.`;
	const part = formatMoney(refundable, currency);
	return `${part} of your ${creditOf(credit)} came from your payments: ${write} that to your card. The rest ends with your account.`;
}

function creditOf({ amount, currency }: Credit): string {
	return `${formatMoney(amount, currency)} credit`;
}
