import type Stripe from "stripe";
import { z } from "zod";
import { followVoiding } from "../billing.ts";
import { finalizeInvoice, voidInvoice } from "../invoicing.ts";
import { has, listRoute } from "../lists.ts";
import { clearable, flag, listParams, metadata, moment, noParams, one, params, text } from "../params.ts";
import { previewWith } from "../preview.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

const invoices = listParams<Stripe.InvoiceListParams>()({
	customer: text.optional(),
	subscription: text.optional(),
	status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
});
const invoicePayments = listParams<Stripe.InvoicePaymentListParams>()({ invoice: text.optional() });
const intents = listParams<Stripe.PaymentIntentListParams>()({ customer: text.optional() });
const finalized = params<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: flag.optional() });
const intentChanges = params<Stripe.PaymentIntentUpdateParams>()({ metadata: metadata.optional() });
const previewParams = params<Stripe.InvoiceCreatePreviewParams>()({
	subscription: text,
	subscription_details: z
		.strictObject({
			items: z
				.array(z.strictObject({ id: text, price: text, quantity: one.default(1) }))
				.length(1)
				.optional(),
			proration_behavior: z.enum(["always_invoice", "none"]).optional(),
			proration_date: moment.optional(),
			cancel_at_period_end: flag.optional(),
			cancel_at: clearable(moment).optional(),
		})
		.optional(),
});

/** Calls that read invoices and what was paid, and void what was not. */
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
			previewParams,
			({ subscription: id, subscription_details: details }) => {
				const subscription = store.subscriptions.require(id, "subscription");
				return previewWith(world, subscription, details);
			},
		),
		route("get", "/v1/invoices/:id", noParams, (_given, id) => store.invoices.require(id)),
		route("post", "/v1/invoices/:id/finalize", finalized, ({ auto_advance: advances }, id) => {
			const invoice = store.invoices.require(id);
			if (invoice.status !== "draft") {
				throw new StripeError(`This invoice is already finalized, you can't re-finalize a non-draft invoice.`);
			}
			finalizeInvoice(world, invoice);
			if (advances !== undefined) store.invoices.patch(invoice, { auto_advance: advances });
			return invoice;
		}),
		route("post", "/v1/invoices/:id/void", noParams, (_given, id) => {
			const invoice = store.invoices.require(id);
			if (invoice.status !== "open" && invoice.status !== "uncollectible") {
				throw new StripeError(
					`You can only pass in open or uncollectible invoices. This invoice isn't open: its status is \`${invoice.status}\`.`,
				);
			}
			voidInvoice(world, invoice);
			followVoiding(world, invoice);
			return invoice;
		}),
		listRoute("/v1/invoice_payments", invoicePayments, ({ invoice }) =>
			store.invoicePayments.list((one) => has(one, { invoice })),
		),
		listRoute("/v1/payment_intents", intents, ({ customer }) =>
			store.paymentIntents.list((one) => has(one, { customer })),
		),
		route("get", "/v1/payment_intents/:id", noParams, (_given, id) => store.paymentIntents.require(id)),
		route("post", "/v1/payment_intents/:id", intentChanges, ({ metadata: data }, id) => {
			const intent = store.paymentIntents.require(id);
			store.paymentIntents.patch(intent, { metadata: mergeMetadata(intent.metadata, data) });
			return intent;
		}),
		route("get", "/v1/charges/:id", noParams, (_given, id) => store.charges.require(id)),
	];
}
