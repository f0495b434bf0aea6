import { type Response, Router } from "express";
import { html } from "../page.ts";
import {
	authenticateSession,
	intentOfSession,
	paySession,
	priceOfSession,
	setPromotionCode,
	successUrl,
} from "./checkout.ts";
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
import { cardFormOf } from "./payment-methods.ts";
import type { PaymentResult } from "./payments.ts";
import type { CheckoutSession } from "./stored.ts";
import type { World } from "./world.ts";

type Form = Record<string, string>;

/** Stripe's hosted checkout page, as plain forms: post `card_number` to the page's own address to pay. */
export function checkoutPage(world: World): Router {
	const { store } = world;
	const router = Router();
	const at = "/sandbox/stripe/checkout/:id";

	router.get(at, (req, res) => {
		const session = payable(store.sessions.get(req.params.id), res);
		if (session) res.send(show(world, session, {}));
	});

	router.get(`${at}/authenticate`, (req, res) => {
		const session = payable(store.sessions.get(req.params.id), res);
		if (session) res.send(authenticate(addressOf(session), session.amount_total));
	});

	router.post(at, async (req, res) => {
		const session = payable(store.sessions.get(req.params.id), res);
		if (!session) return;
		const form = fieldsOf(req.body);
		let result: PaymentResult | "open" = "open";
		const refused = refusedWith(() => {
			result = act(world, session, form);
			return result === "declined" ? lastError(world, session) : undefined;
		});
		await store.flush();
		if (refused) return void res.status(402).send(show(world, session, { form, error: refused }));
		answer(res, session, result, () => show(world, session, { form }));
	});
	return router;
}

function act(world: World, session: CheckoutSession, form: Form): PaymentResult | "open" {
	if (form.action === "complete" || form.action === "fail") return authenticateSession(world, session, form.action);
	if (form.promotion_code !== undefined) setPromotionCode(world, session, form.promotion_code);
	if (form.card_number === undefined) return "open";
	return paySession(world, session, { ...cardFormOf(form), vatNumber: form.vat_number });
}

function answer(res: Response, session: CheckoutSession, result: PaymentResult | "open", again: () => string): void {
	if (result === "paid") res.redirect(303, successUrl(session));
	else if (result === "authenticate") res.redirect(303, `${addressOf(session)}/authenticate`);
	else res.send(again());
}

/** The session while it can be paid; otherwise the page says why not, or moves on. */
function payable(session: CheckoutSession | undefined, res: Response): CheckoutSession | undefined {
	if (session?.status === "open") return session;
	if (session?.status === "complete") {
		res.redirect(303, successUrl(session));
	} else if (session) {
		const back = session.cancel_url && html`<a class="button" href="${session.cancel_url}">Back</a>`;
		res.status(410).send(stripePage("Expired", html`<h1>This checkout session has expired</h1>${back}`));
	} else {
		res.status(404).send(missingPage());
	}
	return undefined;
}

function show(world: World, session: CheckoutSession, { form = {}, error }: { form?: Form; error?: string }): string {
	const price = priceOfSession(world, session);
	const name = world.store.products.get(price.product)?.name ?? "Subscription";
	const promotion = world.store.promotionCodes.get(session.discounts?.[0]?.promotion_code);
	const action = addressOf(session);
	return stripePage(
		"Checkout",
		html`<p class="quiet">Subscribe to</p><h1>${name}</h1>
<table>
<tr><td>Every ${price.recurring?.interval}</td><td>${euros(session.amount_subtotal)}</td></tr>
${promotion && html`<tr><td>Promotion code ${promotion.code}</td><td>${euros(-(session.total_details?.amount_discount ?? 0))}</td></tr>`}
<tr><td><strong>Total due today</strong></td><td><strong>${euros(session.amount_total)}</strong></td></tr>
</table>
<p class="quiet">${session.customer_details?.email}</p>
${errorLine(error)}
${
	session.allow_promotion_codes &&
	html`<form method="post" action="${action}"><label for="promotion_code">Promotion code</label>
<div class="row"><input id="promotion_code" name="promotion_code" value="${form.promotion_code ?? promotion?.code}">
<button class="second">Apply</button></div></form>`
}
<form method="post" action="${action}">${cardFields(form)}
${
	session.billing_address_collection === "required" &&
	html`<label for="line1">Address</label><input id="line1" name="line1" value="${form.line1}">
<div class="row"><div><label for="postal_code">Postal code</label><input id="postal_code" name="postal_code" value="${form.postal_code}"></div>
<div><label for="city">City</label><input id="city" name="city" value="${form.city}"></div></div>`
}
${session.tax_id_collection?.enabled && html`<label for="vat_number">VAT number (optional)</label><input id="vat_number" name="vat_number" value="${form.vat_number}">`}
<button>Subscribe</button></form>
${session.cancel_url && html`<a class="button second" href="${session.cancel_url}">Back</a>`}
<p class="quiet">Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3155 asks for 3-D Secure.</p>`,
	);
}

function lastError(world: World, session: CheckoutSession): string {
	return intentOfSession(world, session)?.last_payment_error?.message ?? "Your card was declined.";
}

function addressOf(session: CheckoutSession): string {
	return `/sandbox/stripe/checkout/${session.id}`;
}
