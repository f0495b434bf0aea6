import { confirm } from "#server/operator/confirm.ts";
import { runCommand, type Say, withDatabase } from "#server/operator/run-command.ts";
import { createStripeClient } from "../stripe/stripe-client.ts";
import { sentenceAboutStripe } from "../stripe/stripe-sentences.ts";
import { openBillingLock } from "../sync/billing-lock.ts";
import { createStripeSync } from "../sync/stripe-sync.ts";
import { type Due, dueForDeleted, dueToPerson, honourForDeleted, honourGuarantee } from "./guarantee.ts";
import { readOrder } from "./guarantee-order.ts";

await runCommand((args, say) => refund(args, say), { sentenceFor: sentenceAboutStripe });

async function refund(args: string[], say: Say): Promise<string[]> {
	const { whom, askedOn, isDryRun, isAgreed } = readOrder(args, new Date());
	return withDatabase(async (deps) => {
		const stripe = createStripeClient(deps.config.stripe);
		const lock = openBillingLock(deps);
		const parts = { ...deps, stripe, lock, sync: createStripeSync({ ...deps, stripe }) };
		const isDeleted = "paymentIntentId" in whom;
		try {
			const due = isDeleted
				? await dueForDeleted(parts, { ...whom, askedOn })
				: await dueToPerson(parts, { ...whom, askedOn });
			if (due.payments.length === 0 && due.ends.length === 0) return ["Nothing is left to do."];
			if (isDryRun) return [...linesOf(due), "Nothing was changed."];
			if (!isAgreed && !(await agreed(due))) return ["Nothing was changed."];
			if (isAgreed) for (const line of linesOf(due)) say(line);
			const only = due.payments.map(({ id }) => id);
			const did = {
				refunded: (back: { amount: number; currency: string }) => say(`refunded ${money(back.amount, back.currency)}`),
				ended: (id: string) => say(`ended ${id}`),
			};
			if (isDeleted) await honourForDeleted(parts, { ...whom, askedOn, did });
			else await honourGuarantee(parts, { ...whom, askedOn, only, did });
			return ["Done."];
		} finally {
			await lock.close();
		}
	});
}

async function agreed(due: Due): Promise<boolean> {
	return confirm(`${linesOf(due).join("\n")}\nPay it back and end it now? This can't be undone.`);
}

/** `to pay back  19.99 eur  2026-03-05  first payment  pi_...` */
function linesOf({ payments, ends }: Due): string[] {
	const paid = payments.map(({ id, amount, currency, paidAt, kind }) =>
		["to pay back", money(amount, currency), paidAt.toISOString().slice(0, 10), kind, id].join("  "),
	);
	return [...paid, ...ends.map((id) => `to end  ${id}`)];
}

function money(cents: number, currency: string): string {
	return `${(cents / 100).toFixed(2)} ${currency}`;
}
