import type Stripe from "stripe";
import { NAMED_PAYMENT_METHODS } from "../cards.ts";
import { params, text } from "../params.ts";
import { saveCard } from "../payment-methods.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

/** Calls on payment methods. Cards are made by Stripe's test names (`pm_card_visa`) or on the sandbox's pages. */
export function paymentMethodCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"post",
			"/v1/payment_methods/:id/attach",
			params<Stripe.PaymentMethodAttachParams>()({ customer: text }),
			(given, id) => {
				store.customers.require(given.customer, "customer");
				const number = NAMED_PAYMENT_METHODS.get(id);
				if (id === "pm_card_visa_chargeDeclined") throw declined();
				if (number) {
					const method = saveCard(world, given.customer, { cardNumber: number, name: "", country: "" });
					world.emit("payment_method.attached", method);
					return method;
				}
				const method = store.paymentMethods.require(id);
				store.paymentMethods.patch(method, { customer: given.customer });
				world.emit("payment_method.attached", method);
				return method;
			},
		),
	];
}

function declined(): StripeError {
	return new StripeError("Your card was declined.", {
		type: "card_error",
		code: "card_declined",
		decline_code: "generic_decline",
		status: 402,
	});
}
