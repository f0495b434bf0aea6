import type Stripe from "stripe";
import { z } from "zod";
import { NAMED_PAYMENT_METHODS } from "../cards.ts";
import { pageOf } from "../lists.ts";
import { listParams, noParams, params, text } from "../params.ts";
import { saveCard } from "../payment-methods.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

/** Calls on payment methods. Cards are made by Stripe's test names (`pm_card_visa`) or on the sandbox's pages. */
export function paymentMethodCalls(world: World): Route[] {
	const { store } = world;
	return [
		route("get", "/v1/payment_methods/:id", noParams, (_given, id) => store.paymentMethods.require(id)),
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
		route("post", "/v1/payment_methods/:id/detach", noParams, (_given, id) => {
			const method = store.paymentMethods.require(id);
			const previous = store.paymentMethods.patch(method, { customer: null });
			world.emit("payment_method.detached", method, previous);
			return method;
		}),
		route(
			"get",
			"/v1/customers/:id/payment_methods",
			listParams<Stripe.CustomerListPaymentMethodsParams>()({ type: text.optional() }),
			(given, id) => pageOf(`/v1/customers/${id}/payment_methods`, methodsOf(world, id, given.type), given),
		),
		route(
			"get",
			"/v1/payment_methods",
			listParams<Stripe.PaymentMethodListParams>()({ customer: text, type: z.enum(["card"]).optional() }),
			(given) => pageOf("/v1/payment_methods", methodsOf(world, given.customer, given.type), given),
		),
	];
}

function methodsOf({ store }: World, customer: string, type: string | undefined) {
	store.customers.require(customer, "customer");
	return store.paymentMethods.list((one) => one.customer === customer && (!type || one.type === type));
}

function declined(): StripeError {
	return new StripeError("Your card was declined.", {
		type: "card_error",
		code: "card_declined",
		decline_code: "generic_decline",
		status: 402,
	});
}
