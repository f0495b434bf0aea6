import { confirm } from "#server/platform/operator/confirm.ts";
import { runCommand, type Say, withDatabase } from "#server/platform/operator/run-command.ts";
import { createCheckout } from "../checkout/checkout.ts";
import type { CreditPart } from "../stripe/customer-credit.ts";
import { createStripeClient } from "../stripe/stripe-client.ts";
import { sentenceAboutStripe } from "../stripe/stripe-sentences.ts";
import { openBillingLock } from "../sync/billing-lock.ts";
import { createStripeSync } from "../sync/stripe-sync.ts";
import { dueCredit, dueCreditOfDeleted, refundCredit, refundCreditOfDeleted } from "./credit-refund.ts";
import type { Money } from "./give-back.ts";
import { type Due, dueForDeleted, dueToPerson, honourForDeleted, honourGuarantee } from "./guarantee.ts";
import { dayOf } from "./guarantee-days.ts";
import { type GuaranteeOrder, readOrder } from "./guarantee-order.ts";

await runCommand((args, say) => refund(args, say), { sentenceFor: sentenceAboutStripe });

type Work = { lines: string[]; question: string; run: () => Promise<unknown> };

async function refund(args: string[], say: Say): Promise<string[]> {
	const order = readOrder(args, new Date());
	return withDatabase(async (deps) => {
		const stripe = createStripeClient(deps.config.stripe);
		const lock = openBillingLock(deps);
		const sync = createStripeSync({ ...deps, stripe });
		const parts = { ...deps, stripe, lock, sync, checkout: createCheckout({ ...deps, stripe }) };
		try {
			const { lines, question, run } = order.isCredit
				? await ofCredit(parts, order, say)
				: await ofGuarantee(parts, order, say);
			if (lines.length === 0) return ["Nothing is left to do."];
			if (order.isDryRun) return [...lines, "Nothing was changed."];
			if (!order.isAgreed && !(await confirm([...lines, question].join("\n")))) return ["Nothing was changed."];
			if (order.isAgreed) for (const line of lines) say(line);
			await run();
			return ["Done."];
		} finally {
			await lock.close();
		}
	});
}

type Parts = Parameters<typeof honourGuarantee>[0];

async function ofGuarantee(parts: Parts, { whom, askedOn }: GuaranteeOrder, say: Say): Promise<Work> {
	const isDeleted = "paymentIntentId" in whom;
	const due = isDeleted
		? await dueForDeleted(parts, { ...whom, askedOn })
		: await dueToPerson(parts, { ...whom, askedOn });
	const only = due.payments.map(({ id }) => id);
	const did = {
		refunded: (back: Money) => say(`refunded ${money(back)}`),
		closed: (id: string) => say(`closed ${id}`),
		ended: (id: string) => say(`ended ${id}`),
		voided: (id: string) => say(`voided ${id}`),
		tookCredit: (part: CreditPart) => say(`took credit ${money(part)}`),
	};
	return {
		lines: linesOf(due),
		question: "Pay it back and end it now? This can't be undone.",
		run: () =>
			isDeleted
				? honourForDeleted(parts, { ...whom, askedOn, did })
				: honourGuarantee(parts, { ...whom, askedOn, only, did }),
	};
}

async function ofCredit(parts: Parts, { whom }: GuaranteeOrder, say: Say): Promise<Work> {
	const isDeleted = "paymentIntentId" in whom;
	const due = isDeleted ? await dueCreditOfDeleted(parts, whom) : await dueCredit(parts, whom);
	const did = { refunded: (back: Money) => say(`refunded credit ${money(back)}`) };
	return {
		lines: due.map((part) => `to refund credit  ${money(part)}  ${part.paymentIntentId}`),
		question: "Refund it now? This can't be undone.",
		run: () => (isDeleted ? refundCreditOfDeleted(parts, { ...whom, did }) : refundCredit(parts, { ...whom, did })),
	};
}

function linesOf({ payments, end }: Due): string[] {
	return [
		...payments.map(({ id, amount, currency, paidAt, kind }) =>
			["to pay back", money({ amount, currency }), dayOf(paidAt), kind, id].join("  "),
		),
		...end.pages.map((id) => `to close  ${id}`),
		...end.subscriptions.map((id) => `to end  ${id}`),
		...end.invoices.map((invoice) => `to void  ${money(invoice)}  ${invoice.id}`),
		...end.credit.map((part) => `to take credit  ${money(part)}  ${part.paymentIntentId}`),
	];
}

function money({ amount, currency }: Money): string {
	return `${(amount / 100).toFixed(2)} ${currency}`;
}
