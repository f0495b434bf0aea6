import type Stripe from "stripe";
import { z } from "zod";
import { cardOf, collect, subscriptionOf } from "../billing.ts";
import { finalizeInvoice, voidInvoice } from "../invoicing.ts";
import { inRange, pageOf } from "../lists.ts";
import { flag, listParams, noParams, params, range, text } from "../params.ts";
import { intentOf } from "../payments.ts";
import { type Route, route } from "../route.ts";
import type { Invoice } from "../stored.ts";
import { StripeError } from "../stripe-error.ts";
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
		route("get", "/v1/invoices/:id", noParams, (_given, id) => store.invoices.require(id)),
		route(
			"post",
			"/v1/invoices/:id/pay",
			params<Stripe.InvoicePayParams>()({ payment_method: text.optional(), off_session: flag.optional() }),
			(given, id) => payNow(world, store.invoices.require(id), given.payment_method),
		),
		route("post", "/v1/invoices/:id/void", noParams, (_given, id) => {
			const invoice = store.invoices.require(id);
			if (invoice.status !== "open") throw notOpen(invoice);
			voidInvoice(world, invoice);
			return invoice;
		}),
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
		route("get", "/v1/invoice_payments/:id", noParams, (_given, id) => store.invoicePayments.require(id)),
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

function payNow(world: World, invoice: Invoice, methodId: string | undefined): Invoice {
	if (invoice.status === "paid") throw new StripeError("Invoice is already paid", { code: "invoice_already_paid" });
	if (invoice.status === "draft") finalizeInvoice(world, invoice);
	if (invoice.status !== "open") throw notOpen(invoice);
	const subscription = subscriptionOf(world, invoice);
	const method = methodId
		? world.store.paymentMethods.require(methodId, "payment_method")
		: subscription && cardOf(world, subscription);
	const result = collect(world, invoice, { method, presence: "absent" });
	if (result === "paid") return invoice;
	const message = intentOf(world, invoice)?.last_payment_error?.message;
	throw new StripeError(
		message ?? "This payment requires additional user action before it can be completed successfully.",
		{
			type: "card_error",
			code: result === "declined" ? "card_declined" : "invoice_payment_intent_requires_action",
			status: 402,
		},
	);
}

function notOpen(invoice: Invoice): StripeError {
	return new StripeError(`This invoice is ${invoice.status}; only an open invoice can be paid or voided.`);
}
