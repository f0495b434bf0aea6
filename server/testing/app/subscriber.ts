import { eq } from "drizzle-orm";
import { type User, users } from "#shared/account/auth/users.table.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { type LinkView, link } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Browser } from "./browser.ts";
import type { TestApp } from "./test-app.ts";

type Field = string | Blob | readonly string[];
type Fields = Record<string, Field>;
export type Subscriber = Browser & { user: User };

let subscribers = 0;

/**
 * Someone signed in with a subscription row written by hand: for tests that are not about billing.
 * `plan` null: with consent, but without a subscription.
 */
export async function subscriber(app: TestApp, plan: PlanId | null = "pro"): Promise<Subscriber> {
	const email = `subscriber${++subscribers}@example.com`;
	const browser = await app.signedIn({ email });
	const [user] = await app.deps.db.select().from(users).where(eq(users.email, email));
	if (!user) throw new Error(`${email} was not signed in.`);
	if (plan) await subscribe(app, user, plan);
	return { ...browser, user };
}

/** Writes a subscription by hand. */
export async function subscribe(app: TestApp, { id }: Pick<User, "id">, plan: PlanId): Promise<void> {
	await app.deps.db.insert(subscriptions).values({
		userId: id,
		stripeSubscriptionId: `sub_by_hand_${id}`,
		stripePriceId: "price_by_hand",
		status: "active",
		planId: plan,
		currentPeriodStart: new Date("2000-01-01"),
		currentPeriodEnd: new Date("2100-01-01"),
	});
}

/** A valid link form with these fields changed; a list is sent field by field, under one name. */
export function linkForm(changes: Fields = {}): FormData {
	const form = new FormData();
	const fields = { title: "A title", description: "A description", targetUrl: "https://example.com/", ...changes };
	for (const [name, value] of Object.entries<Field>(fields)) {
		if (value instanceof Blob) form.append(name, value, "picture");
		else for (const text of [value].flat()) form.append(name, text);
	}
	return form;
}

/** Creates a link as its owner would, and wants it to succeed. */
export async function createLink(owner: Browser, changes: Fields = {}): Promise<LinkView> {
	const response = await owner.post(API.links.all, linkForm(changes));
	if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
	return link.parse(await response.json());
}
