import { createHmac, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { createAuth } from "#server/account/auth/auth.service.ts";
import { sessionCookieAttributes, sessionCookieName } from "#server/account/auth/sessions.ts";
import { personOf } from "#server/sandbox/google/people.ts";
import { sessions } from "#shared/account/auth/sessions.table.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { userConsents } from "#shared/billing/onboarding/user-consents.table.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { type LinkView, link } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { Browser } from "./browser.ts";
import type { TestApp } from "./test-app.ts";

type Field = string | Blob | readonly string[];
type Fields = Record<string, Field>;
export type Subscriber = Browser & { user: User };

let subscribers = 0;

/**
 * Someone signed in, with consent and a subscription row, all written by hand: for tests that are not about signing in
 * or billing. It is the sandbox's person of that address, who can also sign in as everyone does.
 * `plan` null: without a subscription.
 */
export async function subscriber(app: TestApp, plan: PlanId | null = "pro"): Promise<Subscriber> {
	const { db, now } = app.deps;
	const person = personOf(`subscriber${++subscribers}@example.com`, app.origin);
	const nobody = { people: { find: async () => null }, isImpersonating: () => false, emailIsNew: () => {} };
	const made = await createAuth({ db, now, ...nobody }).signIn({
		...{ sub: person.sub, email: person.email, emailVerified: true, profileImageUrl: person.picture },
		...{ firstName: person.given_name, lastName: person.family_name },
	});
	if (!("user" in made)) throw new Error(`${person.email} was not signed in.`);
	const { id } = made.user;
	const details = { firstName: "Ada", lastName: "Lovelace", businessCountry: "PT", ipAddress: "127.0.0.1" };
	const [user] = await db.update(users).set(details).where(eq(users.id, id)).returning();
	if (!user) throw new Error(`${person.email} has no row.`);
	await db.insert(userConsents).values({ userId: id, termsAccepted: true, privacyAccepted: true });
	if (plan) await subscribe(app, user, plan);
	const browser = app.browser();
	browser.cookies.set(sessionCookieName(app.deps.config), await sessionOf(app, id));
	return { ...browser, user };
}

/** Begins a session as signing in does. @returns the value of its cookie */
async function sessionOf({ deps }: TestApp, userId: string): Promise<string> {
	const sid = randomBytes(18).toString("base64url");
	const expire = new Date(Date.now() + 30 * DAY_MS);
	const cookie = { ...sessionCookieAttributes(deps.config), originalMaxAge: 30 * DAY_MS, expires: expire };
	const sess = JSON.stringify({ cookie, passport: { user: userId } });
	await deps.db.insert(sessions).values({ sid, sess, expire });
	const signature = createHmac("sha256", deps.sessionSecret).update(sid).digest("base64").replace(/=+$/, "");
	return encodeURIComponent(`s:${sid}.${signature}`);
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
