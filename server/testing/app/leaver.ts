import { eq } from "drizzle-orm";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type BillingApp, settled, userOf } from "../billing/billing.ts";
import type { Browser } from "./browser.ts";

/** Someone whose account a test deletes, with the row that they had before. */
export type Leaver = { app: BillingApp; browser: Browser; email: string; user: User };

let people = 0;

export async function leaver(app: BillingApp, options: Parameters<BillingApp["signedIn"]>[0] = {}): Promise<Leaver> {
	const email = `leaver${++people}@example.com`;
	const browser = await app.signedIn({ ...options, email });
	await settled(app);
	return { app, browser, email, user: await userOf(app, email) };
}

/** Deletes the account as its owner would. */
export function leave({ browser, user }: Leaver): Promise<Response> {
	return browser.delete(API.account.all, { confirm: user.userSlug });
}

export async function hasAccount({ browser }: Leaver): Promise<boolean> {
	return (await browser.get(API.auth.user)).status === 200;
}

/** The row of `users` that holds the person's slug. */
export async function rowOf({ app, user }: Leaver): Promise<User | undefined> {
	const [row] = await app.deps.db.select().from(users).where(eq(users.userSlug, user.userSlug));
	return row;
}

/** How many events of this type Stripe has about the person. */
export function countAtStripe({ app, user }: Leaver, type: string): number {
	const events = app.sandbox?.kept.events().filter((event) => event.type === type) ?? [];
	return events.filter(({ data }) => "customer" in data.object && data.object.customer === user.stripeCustomerId)
		.length;
}

/** Every table in which one of these texts stands, in any column. */
export async function tablesWith({ deps: { pool } }: BillingApp, texts: string[]): Promise<string[]> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
	);
	const pattern = texts.map((text) => text.replaceAll(/[^\w@-]/g, "\\$&")).join("|");
	const found: string[] = [];
	for (const { name } of rows) {
		const hits = await pool.query(`SELECT 1 FROM "${name}" AS t WHERE t::text ~* $1 LIMIT 1`, [pattern]);
		if (hits.rowCount) found.push(name);
	}
	return found;
}
