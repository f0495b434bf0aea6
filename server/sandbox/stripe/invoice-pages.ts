import { type Response, Router } from "express";
import { html } from "../page.ts";
import { collect, subscriptionOf } from "./billing.ts";
import {
	authenticate,
	cardFields,
	errorLine,
	euros,
	fieldsOf,
	missingPage,
	refusedWith,
	stripePage,
} from "./page-parts.ts";
import { cardFormOf, saveCard } from "./payment-methods.ts";
import { failAuthentication, intentOf, type PaymentResult } from "./payments.ts";
import { chargeFromNowOn } from "./portal.ts";
import type { Invoice } from "./stored.ts";
import type { World } from "./world.ts";

/** The hosted invoice page (post `card_number` to its own address to pay) and the receipt of a charge. */
export function invoicePages(world: World): Router {
	const { store } = world;
	const router = Router();
	const at = "/sandbox/stripe/invoices/:id";

	router.get(at, (req, res) => {
		const invoice = store.invoices.get(req.params.id);
		if (invoice) res.send(show(world, invoice));
		else notFound(res);
	});

	router.post(at, async (req, res) => {
		const invoice = store.invoices.get(req.params.id);
		if (!invoice) return notFound(res);
		let result: PaymentResult = "declined";
		const refused = refusedWith(() => {
			result = pay(world, invoice, fieldsOf(req.body));
			return result === "declined"
				? (intentOf(world, invoice)?.last_payment_error?.message ?? "Your card was declined.")
				: undefined;
		});
		await store.flush();
		if (refused) res.status(402).send(show(world, invoice, refused));
		else if ((result as PaymentResult) === "authenticate") res.send(authenticate(pathOf(invoice), invoice.amount_due));
		else res.redirect(303, pathOf(invoice));
	});

	router.get("/sandbox/stripe/receipts/:id", (req, res) => {
		const charge = store.charges.get(req.params.id);
		if (!charge?.paid) return notFound(res);
		const card = charge.payment_method_details?.card;
		res.send(
			stripePage(
				"Receipt",
				html`<h1>Receipt from Visualink</h1><table>
<tr><td>Amount paid</td><td>${euros(charge.amount)}</td></tr>
<tr><td>Date paid</td><td>${new Date(charge.created * 1000).toISOString().slice(0, 10)}</td></tr>
<tr><td>Payment method</td><td>${card?.brand} &bull;&bull;&bull;&bull; ${card?.last4}</td></tr>
${charge.amount_refunded > 0 && html`<tr><td>Refunded</td><td>${euros(charge.amount_refunded)}</td></tr>`}</table>`,
			),
		);
	});
	return router;
}

function pay(world: World, invoice: Invoice, form: Record<string, string>): PaymentResult {
	if (invoice.status !== "open") return "paid";
	const intent = intentOf(world, invoice);
	const pending = world.store.paymentMethods.get(intent?.payment_method);
	if (form.action === "fail" && intent) {
		failAuthentication(world, intent);
		return "declined";
	}
	if (form.action === "complete" && pending) return settle(world, invoice, pending.id, "authenticated");
	const method = saveCard(world, invoice.customer, cardFormOf(form));
	return settle(world, invoice, method.id, "present");
}

function settle(
	world: World,
	invoice: Invoice,
	methodId: string,
	presence: "present" | "authenticated",
): PaymentResult {
	const method = world.store.paymentMethods.require(methodId);
	const result = collect(world, invoice, { method, presence });
	if (result === "paid" && subscriptionOf(world, invoice)) chargeFromNowOn(world, invoice.customer ?? "", methodId);
	return result;
}

function show(world: World, invoice: Invoice, error?: string): string {
	const isWaiting = invoice.status === "open" && intentOf(world, invoice)?.status === "requires_action";
	const lines = invoice.lines.data.map(
		(line) => html`<tr><td>${line.description}</td><td>${euros(line.amount)}</td></tr>`,
	);
	const off = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
	return stripePage(
		`Invoice ${invoice.number ?? ""}`,
		html`<h1>Invoice ${invoice.number}</h1><p class="quiet">${invoice.customer_name} ${invoice.customer_email}</p>
<p class="quiet">${billedTo(invoice)}</p>
<table>${lines}${off > 0 && html`<tr><td>Discount</td><td>${euros(-off)}</td></tr>`}
<tr><td><strong>${invoice.status === "open" ? "Amount due" : `Total (${invoice.status})`}</strong></td>
<td><strong>${euros(invoice.status === "open" ? invoice.amount_due : invoice.total)}</strong></td></tr></table>
${errorLine(error)}
${isWaiting && html`<form method="post" action="${pathOf(invoice)}"><button name="action" value="complete">Complete authentication</button></form>`}
${invoice.status === "open" && html`<form method="post" action="${pathOf(invoice)}">${cardFields({})}<button>Pay</button></form>`}`,
	);
}

/** Address and tax ids, as Stripe prints them below the customer's name. */
function billedTo({ customer_address: address, customer_tax_ids: taxIds }: Invoice): string {
	const { line1, line2, postal_code, city, state, country } = address ?? {};
	const place = [line1, line2, [postal_code, city].filter(Boolean).join(" "), state, country].filter(Boolean);
	return [place.join(", "), ...(taxIds ?? []).map(({ value }) => value)].filter(Boolean).join(" · ");
}

function pathOf({ id }: Invoice): string {
	return `/sandbox/stripe/invoices/${id}`;
}

function notFound(res: Response): void {
	res.status(404).send(missingPage());
}
