import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { closeDeps, createLog, openDeps } from "#server/deps.ts";
import { openBillingLock } from "./billing-lock.ts";
import { GuaranteeError, honourGuarantee } from "./guarantee.ts";
import { createStripeSync } from "./stripe-sync.ts";

const USAGE = "Usage: npm run stripe:refund -- --user person@example.com";

if (existsSync(".env")) process.loadEnvFile(".env");
process.exitCode = await run();

async function run(): Promise<number> {
	const { values } = parseArgs({ options: { user: { type: "string" } } });
	// biome-ignore lint/style/noProcessEnv: a command reads the environment as the server's entry does
	const config = readConfig(process.env);
	if (!values.user) return fail(USAGE);
	if (!config.db.url) return fail("Set DATABASE_URL: the embedded database belongs to the running server.");
	const deps = await openDeps(config, config.db.url, createLog(config));
	const lock = openBillingLock(deps);
	try {
		const done = await honourGuarantee({ ...deps, lock, sync: createStripeSync(deps) }, { email: values.user });
		for (const { amount, currency } of done.refunded) say(`refunded ${(amount / 100).toFixed(2)} ${currency}`);
		for (const id of done.ended) say(`ended ${id}`);
		say("Done.");
		return 0;
	} catch (error) {
		if (error instanceof GuaranteeError) return fail(error.message);
		throw error;
	} finally {
		await lock.close();
		await closeDeps(deps);
	}
}

function fail(line: string): number {
	say(line);
	return 1;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
