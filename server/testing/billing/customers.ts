import type { PlanId } from "#shared/billing/plans/plan.ts";
import { type BillingApp, CARDS, pageFor, settled, submit } from "./billing.ts";
import type { Story } from "./billing-sequences.ts";

let people = 0;

/** A signed-in person with consent who has never paid. */
export async function newcomer(app: BillingApp, email = `customer${++people}@example.com`): Promise<Story> {
	return { app, email, person: await app.signedIn({ email }) };
}

/** A person who has just bought a plan, paid monthly; Stripe's events about it have been processed. */
export async function payingCustomer(app: BillingApp, plan: PlanId = "pro", email?: string): Promise<Story> {
	const story = await newcomer(app, email);
	await submit(story.person, await pageFor(story.person, plan), { card_number: CARDS.ok });
	await settled(app);
	return story;
}
