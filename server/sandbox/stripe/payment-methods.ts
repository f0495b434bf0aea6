import { digitsOf, testCard } from "./cards.ts";
import { newPaymentMethod } from "./payment-objects.ts";
import type { PaymentMethod } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

/** What the sandbox's pages ask for a card. */
export type CardForm = { cardNumber: string; name: string; country: string; place?: Place };
type Place = { line1: string | null; postal_code: string | null; city: string | null };

export function cardFormOf(fields: Record<string, string>): CardForm {
	const { card_number: cardNumber = "", name = "", country = "", line1, postal_code, city } = fields;
	return {
		...{ cardNumber, name, country },
		place: { line1: line1 || null, postal_code: postal_code || null, city: city || null },
	};
}

/** Saves a card. Throws Stripe's words for a number that is no test card. */
export function saveCard(world: World, customer: string | null, form: CardForm): PaymentMethod {
	const number = digitsOf(form.cardNumber);
	if (!testCard(number)) throw new StripeError("Your card number is invalid.", { param: "card_number" });
	const method = newPaymentMethod({ created: world.now(customer), customer }, number);
	method.billing_details = {
		...method.billing_details,
		name: form.name || null,
		address: addressOf(form.country.toUpperCase(), form.place),
	};
	world.store.cards.put({ id: method.id, object: "card", number });
	return world.store.paymentMethods.put(method);
}

function addressOf(country: string, place?: Place) {
	if (!/^[A-Z]{2}$/.test(country)) return null;
	return { city: null, country, line1: null, line2: null, postal_code: null, state: null, ...place };
}
