import type Stripe from "stripe";
import { isMissing } from "../stripe/reach-stripe.ts";
import type { StripeEventReference } from "./stripe-event.ts";

/** The payments that events name, such as of refunds and disputes; some name only the charge. */
export async function intentsNamed(stripe: Stripe, events: { payload: unknown }[]): Promise<string[]> {
	const named = new Set<string>();
	for (const { payload } of events) {
		const { payment_intent: intent, charge } = (payload as StripeEventReference).data.object;
		const id = intent ?? (charge && (await intentOf(stripe, charge)));
		if (id) named.add(id);
	}
	return [...named];
}

async function intentOf(stripe: Stripe, charge: string): Promise<string | null> {
	try {
		const { payment_intent: intent } = await stripe.charges.retrieve(charge);
		return typeof intent === "object" ? (intent?.id ?? null) : intent;
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}
