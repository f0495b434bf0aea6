import { parseArgs } from "node:util";
import { CommandError, runCommand, withDatabase } from "#server/operator/run-command.ts";
import { openBillingLock } from "./billing-lock.ts";
import { honourGuarantee } from "./guarantee.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createStripeSync } from "./stripe-sync.ts";

const USAGE = "Usage: npm run stripe:refund -- --user person@example.com";

await runCommand((args) => {
	const email = readEmail(args);
	return withDatabase(async (deps) => {
		const stripe = createStripeClient(deps.config.stripe);
		const lock = openBillingLock(deps);
		try {
			const done = await honourGuarantee(
				{ ...deps, stripe, lock, sync: createStripeSync({ ...deps, stripe }) },
				{ email },
			);
			const refunds = done.refunded.map(({ amount, currency }) => `refunded ${(amount / 100).toFixed(2)} ${currency}`);
			return [...refunds, ...done.ended.map((id) => `ended ${id}`), "Done."];
		} finally {
			await lock.close();
		}
	});
});

/** @throws CommandError with the usage for anything but one e-mail address */
function readEmail(args: string[]): string {
	try {
		const { values } = parseArgs({ args, options: { user: { type: "string" } } });
		if (values.user) return values.user;
	} catch {
		// Said below.
	}
	throw new CommandError(USAGE);
}
