import type Stripe from "stripe";
import { z } from "zod";
import { inRange, pageOf } from "../lists.ts";
import { listParams, noParams, params, range, text } from "../params.ts";
import { previewInvoice } from "../preview.ts";
import { type Route, route } from "../route.ts";
import type { World } from "../world.ts";

/** Calls that read invoices and what was paid. */
export function paymentCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"get",
			"/v1/invoices",
			listParams<Stripe.InvoiceListParams>()({
				created: range,
				customer: text.optional(),
				subscription: text.optional(),
				status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
			}),
			(given) =>
				pageOf(
					"/v1/invoices",
					store.invoices.list(
						(one) =>
							(!given.customer || one.customer === given.customer) &&
							(!given.subscription || one.parent?.subscription_details?.subscription === given.subscription) &&
							(!given.status || one.status === given.status) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
		route(
			"post",
			"/v1/invoices/create_preview",
			params<Stripe.InvoiceCreatePreviewParams>()({ subscription: text }),
			({ subscription }) => previewInvoice(world, store.subscriptions.require(subscription, "subscription")),
		),
		route("get", "/v1/invoices/:id", noParams, (_given, id) => store.invoices.require(id)),
		route(
			"get",
			"/v1/invoice_payments",
			listParams<Stripe.InvoicePaymentListParams>()({
				created: range,
				invoice: text.optional(),
				status: z.enum(["open", "paid", "canceled"]).optional(),
				payment: z.strictObject({ type: z.enum(["payment_intent"]), payment_intent: text.optional() }).optional(),
			}),
			(given) =>
				pageOf(
					"/v1/invoice_payments",
					store.invoicePayments.list(
						(one) =>
							(!given.invoice || one.invoice === given.invoice) &&
							(!given.status || one.status === given.status) &&
							(!given.payment?.payment_intent || one.payment.payment_intent === given.payment.payment_intent) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
		route(
			"get",
			"/v1/payment_intents",
			listParams<Stripe.PaymentIntentListParams>()({ customer: text.optional(), created: range }),
			(given) =>
				pageOf(
					"/v1/payment_intents",
					store.paymentIntents.list(
						(one) => (!given.customer || one.customer === given.customer) && inRange(one.created, given.created),
					),
					given,
				),
		),
		route("get", "/v1/payment_intents/:id", noParams, (_given, id) => store.paymentIntents.require(id)),
		route(
			"get",
			"/v1/charges",
			listParams<Stripe.ChargeListParams>()({
				customer: text.optional(),
				payment_intent: text.optional(),
				created: range,
			}),
			(given) =>
				pageOf(
					"/v1/charges",
					store.charges.list(
						(one) =>
							(!given.customer || one.customer === given.customer) &&
							(!given.payment_intent || one.payment_intent === given.payment_intent) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
		route("get", "/v1/charges/:id", noParams, (_given, id) => store.charges.require(id)),
	];
}
