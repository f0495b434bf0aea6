import { parseArgs } from "node:util";
import { CommandError, runCommand, withDatabase } from "#server/operator/run-command.ts";
import { openBillingLock } from "./billing-lock.ts";
import { honourForDeleted, honourGuarantee } from "./guarantee.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createStripeSync } from "./stripe-sync.ts";

const USAGE = `Usage: npm run stripe:refund -- --user person@example.com
       npm run stripe:refund -- --payment pi_...    (of somebody whose account is deleted)`;

type Whom = { email: string } | { paymentIntentId: string };

await runCommand((args) => {
	const whom = readWhom(args);
	return withDatabase(async (deps) => {
		const stripe = createStripeClient(deps.config.stripe);
		const lock = openBillingLock(deps);
		const parts = { ...deps, stripe, lock, sync: createStripeSync({ ...deps, stripe }) };
		try {
			const done = "email" in whom ? await honourGuarantee(parts, whom) : await honourForDeleted(parts, whom);
			const refunds = done.refunded.map(({ amount, currency }) => `refunded ${(amount / 100).toFixed(2)} ${currency}`);
			return [...refunds, ...done.ended.map((id) => `ended ${id}`), "Done."];
		} finally {
			await lock.close();
		}
	});
});

/** @throws CommandError with the usage for anything but one e-mail address, or one payment's id */
function readWhom(args: string[]): Whom {
	try {
		const { values } = parseArgs({ args, options: { user: { type: "string" }, payment: { type: "string" } } });
		if (values.user && !values.payment) return { email: values.user };
		if (values.payment && !values.user) return { paymentIntentId: values.payment };
	} catch {
		// Said below.
	}
	throw new CommandError(USAGE);
}
