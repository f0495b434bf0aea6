import type Stripe from "stripe";
import { z } from "zod";
import { has, listRoute } from "../lists.ts";
import { listParams, noParams, params, text } from "../params.ts";
import { previewInvoice } from "../preview.ts";
import { type Route, route } from "../route.ts";
import type { World } from "../world.ts";

const invoices = listParams<Stripe.InvoiceListParams>()({
	customer: text.optional(),
	subscription: text.optional(),
	status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
});
const invoicePayments = listParams<Stripe.InvoicePaymentListParams>()({ invoice: text.optional() });
const intents = listParams<Stripe.PaymentIntentListParams>()({ customer: text.optional() });

/** Calls that read invoices and what was paid. */
export function paymentCalls(world: World): Route[] {
	const { store } = world;
	return [
		listRoute("/v1/invoices", invoices, ({ customer, subscription, status }) =>
			store.invoices.list((one) => {
				const from = one.parent?.subscription_details?.subscription;
				return has(one, { customer, status }) && (!subscription || from === subscription);
			}),
		),
		route(
			"post",
			"/v1/invoices/create_preview",
			params<Stripe.InvoiceCreatePreviewParams>()({ subscription: text }),
			({ subscription }) => previewInvoice(world, store.subscriptions.require(subscription, "subscription")),
		),
		route("get", "/v1/invoices/:id", noParams, (_given, id) => store.invoices.require(id)),
		listRoute("/v1/invoice_payments", invoicePayments, ({ invoice }) =>
			store.invoicePayments.list((one) => has(one, { invoice })),
		),
		listRoute("/v1/payment_intents", intents, ({ customer }) =>
			store.paymentIntents.list((one) => has(one, { customer })),
		),
		route("get", "/v1/payment_intents/:id", noParams, (_given, id) => store.paymentIntents.require(id)),
		route("get", "/v1/charges/:id", noParams, (_given, id) => store.charges.require(id)),
	];
}
