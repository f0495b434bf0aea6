import express, { type Response, Router } from "express";
import { html, page } from "../page.ts";
import { authenticateSession, paySession, priceOfSession, setPromotionCode, successUrl } from "./checkout.ts";
import { intentOf } from "./payments.ts";
import type { CheckoutSession } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

/** Stripe's hosted checkout page, as plain forms: post `card_number` to the page's own address to pay. */
export function checkoutPage(world: World): Router {
	const { store } = world;
	const router = Router();
	const at = "/sandbox/stripe/checkout/:id";
	router.use("/sandbox/stripe/checkout", express.urlencoded({ extended: false }), (_req, res, next) => {
		res.set("Cache-Control", "no-store");
		next();
	});

	router.get(at, (req, res) => {
		const session = open(store.sessions.get(req.params.id), res);
		if (session) res.send(show(world, session, {}));
	});

	router.post(at, async (req, res) => {
		const session = open(store.sessions.get(req.params.id), res);
		if (!session) return;
		const form = fieldsOf(req.body);
		try {
			if (form.action === "apply") {
				setPromotionCode(world, session, form.promotion_code ?? "");
				await store.flush();
				return void res.send(show(world, session, { form }));
			}
			const result = paySession(world, session, {
				cardNumber: form.card_number ?? "",
				promotionCode: form.promotion_code ?? "",
				name: form.name ?? "",
				country: form.country ?? "",
			});
			await store.flush();
			if (result === "paid") return res.redirect(303, successUrl(session));
			if (result === "authenticate") return res.redirect(303, `/sandbox/stripe/checkout/${session.id}/authenticate`);
			res.status(402).send(show(world, session, { form, error: lastError(world, session) }));
		} catch (error) {
			if (!(error instanceof StripeError)) throw error;
			res.status(error.status).send(show(world, session, { form, error: error.message }));
		}
	});

	router.get(`${at}/authenticate`, (req, res) => {
		const session = open(store.sessions.get(req.params.id), res);
		if (session) res.send(authenticationPage(session));
	});

	router.post(`${at}/authenticate`, async (req, res) => {
		const session = open(store.sessions.get(req.params.id), res);
		if (!session) return;
		try {
			const outcome = fieldsOf(req.body).outcome === "fail" ? "fail" : "complete";
			const result = authenticateSession(world, session, outcome);
			await store.flush();
			if (result === "paid") return res.redirect(303, successUrl(session));
			res.status(402).send(show(world, session, { error: lastError(world, session) }));
		} catch (error) {
			if (!(error instanceof StripeError)) throw error;
			res.status(error.status).send(show(world, session, { error: error.message }));
		}
	});
	return router;
}

/** The session while it can be paid; otherwise the page says why not, or moves on. */
function open(session: CheckoutSession | undefined, res: Response): CheckoutSession | undefined {
	if (session?.status === "open") return session;
	if (session?.status === "complete") {
		res.redirect(303, successUrl(session));
	} else if (session) {
		const back = session.cancel_url && html`<a class="button" href="${session.cancel_url}">Back</a>`;
		res.status(410).send(page("Expired", html`<h1>This checkout session has expired</h1>${back}`));
	} else {
		res
			.status(404)
			.send(
				page("Not found", html`<h1>Something went wrong</h1><p>The page you were looking for could not be found.</p>`),
			);
	}
	return undefined;
}

function show(
	world: World,
	session: CheckoutSession,
	{ form = {}, error }: { form?: Record<string, string>; error?: string | undefined },
): string {
	const price = priceOfSession(world, session);
	const name = world.store.products.get(price.product)?.name ?? "Subscription";
	const off = session.total_details?.amount_discount ?? 0;
	const promotion = world.store.promotionCodes.get(session.discounts?.[0]?.promotion_code);
	const action = `/sandbox/stripe/checkout/${session.id}`;
	return page(
		"Checkout",
		html`<p class="quiet">Subscribe to</p><h1>${name}</h1>
<table>
<tr><td>${euros(session.amount_subtotal)} per ${price.recurring?.interval}</td><td>${euros(session.amount_subtotal)}</td></tr>
${promotion && html`<tr><td>Promotion code ${promotion.code}</td><td>-${euros(off)}</td></tr>`}
<tr><td><strong>Total due today</strong></td><td><strong>${euros(session.amount_total)}</strong></td></tr>
</table>
<p class="quiet">${session.customer_details?.email}</p>
${error && html`<p class="error" role="alert">${error}</p>`}
${
	session.allow_promotion_codes &&
	html`<form method="post" action="${action}"><label for="promotion_code">Promotion code</label>
<div class="row"><input id="promotion_code" name="promotion_code" value="${form.promotion_code ?? promotion?.code}">
<button class="plain" name="action" value="apply">Apply</button></div></form>`
}
<form method="post" action="${action}">
<label for="card_number">Card number</label>
<input id="card_number" name="card_number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required>
<div class="row"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12 / 34"></div>
<div><label for="cvc">CVC</label><input id="cvc" name="cvc" value="123"></div></div>
<label for="name">Name on card</label><input id="name" name="name" value="${form.name}">
<label for="country">Country (two letters)</label><input id="country" name="country" maxlength="2" value="${form.country ?? "PT"}">
<button>Subscribe</button></form>
${session.cancel_url && html`<a class="button plain" href="${session.cancel_url}">Back</a>`}
<p class="quiet">Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3155 asks for 3-D Secure.</p>`,
	);
}

function authenticationPage(session: CheckoutSession): string {
	return page(
		"3-D Secure",
		html`<h1>3-D Secure</h1><p>The bank asks whether you really want to pay ${euros(session.amount_total)}.</p>
<form method="post" action="/sandbox/stripe/checkout/${session.id}/authenticate">
<button name="outcome" value="complete">Complete authentication</button>
<button class="plain" name="outcome" value="fail">Fail authentication</button></form>`,
	);
}

function lastError(world: World, session: CheckoutSession): string {
	const subscription = world.store.subscriptions.get(world.store.pending.get(session.id)?.subscription);
	const invoice = world.store.invoices.get(subscription?.latest_invoice);
	return (invoice && intentOf(world, invoice)?.last_payment_error?.message) ?? "Your card was declined.";
}

function fieldsOf(body: unknown): Record<string, string> {
	const entries = Object.entries((body ?? {}) as Record<string, unknown>);
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function euros(cents: number | null): string {
	return `€${((cents ?? 0) / 100).toFixed(2)}`;
}
