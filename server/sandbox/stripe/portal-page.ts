import { type Response, Router } from "express";
import { formatUtcDate } from "#shared/platform/format.ts";
import { type Html, html } from "../page.ts";
import { cardOf, collect } from "./billing.ts";
import { authenticate, cardFields, errorLine, euros, fieldsOf, refusedWith, stripePage } from "./page-parts.ts";
import { cardFormOf, saveCard } from "./payment-methods.ts";
import { failAuthentication, intentOf, type PaymentResult } from "./payments.ts";
import { itemOf } from "./plan-changes.ts";
import { cancelInPortal, chargeFromNowOn, portalOf, renewInPortal } from "./portal.ts";
import type { PortalSession, Subscription } from "./stored.ts";
import type { World } from "./world.ts";

/** Stripe's billing portal, as plain forms: post `action` to the page's own address. */
export function portalPage(world: World): Router {
	const { store } = world;
	const router = Router();
	const at = "/sandbox/stripe/portal/:id";

	router.get(at, (req, res) => {
		const session = known(world, req.params.id, res);
		if (session) res.send(show(world, session));
	});

	router.post(at, async (req, res) => {
		const session = known(world, req.params.id, res);
		if (!session) return;
		const form = fieldsOf(req.body);
		const refused = refusedWith(() => {
			const result = act(world, session, form);
			if (result === "declined") return lastError(world, session);
			if (result === "authenticate") res.send(authenticate(`/sandbox/stripe/portal/${session.id}`));
			return undefined;
		});
		await store.flush();
		if (refused) return void res.status(402).send(show(world, session, refused));
		if (!res.headersSent) leave(res, session, form.action ?? "");
	});
	return router;
}

function act(world: World, session: PortalSession, form: Record<string, string>): PaymentResult | "done" {
	const { configuration, subscription } = portalOf(world, session);
	if (form.card_number) {
		chargeFromNowOn(world, session.customer, saveCard(world, session.customer, cardFormOf(form)).id);
		return payOpenInvoices(world, subscription, "present");
	}
	if (!subscription) return "done";
	switch (form.action) {
		case "cancel":
			cancelInPortal(world, configuration, subscription);
			return "done";
		case "renew":
			renewInPortal(world, subscription);
			return "done";
		case "complete":
			return payOpenInvoices(world, subscription, "authenticated");
		case "fail": {
			const invoice = openInvoicesOf(world, subscription);
			const intent = invoice && intentOf(world, invoice);
			if (intent) failAuthentication(world, intent);
			return "declined";
		}
		default:
			return "done";
	}
}

function payOpenInvoices(
	world: World,
	subscription: Subscription | undefined,
	presence: "present" | "authenticated",
): PaymentResult | "done" {
	const invoice = subscription && openInvoicesOf(world, subscription);
	if (!invoice) return "done";
	return collect(world, invoice, { method: cardOf(world, subscription), presence });
}

function openInvoicesOf({ store }: World, subscription: Subscription) {
	// An unpaid change is paid only on its own invoice's page.
	const [invoice] = store.invoices.list(
		(one) =>
			one.status === "open" &&
			one.billing_reason !== "subscription_update" &&
			one.parent?.subscription_details?.subscription === subscription.id,
	);
	return invoice;
}

function leave(res: Response, session: PortalSession, action: string): void {
	const { after_completion: after } = session.flow ?? {};
	const isFlow = session.flow !== null && action !== "renew";
	const home = session.flow ? session.return_url : null;
	const target = isFlow && after?.type === "redirect" ? after.redirect?.return_url : home;
	res.redirect(303, target ?? `/sandbox/stripe/portal/${session.id}`);
}

function show(world: World, session: PortalSession, error?: string): string {
	const { subscription, flow } = portalOf(world, session);
	const action = `/sandbox/stripe/portal/${session.id}`;
	const back = session.return_url && html`<a class="button second" href="${session.return_url}">Back</a>`;
	if (!subscription) return stripePage("Billing", html`<h1>Billing</h1><p>There is no current plan.</p>${back}`);
	const parts: Html[] = [];
	if (flow?.type === "payment_method_update") parts.push(html`<h1>Update your payment method</h1>`);
	else parts.push(overview(world, subscription, action));
	return stripePage("Billing", html`${errorLine(error)}${parts}${cardChange(world, session, action)}${back}`);
}

function overview(world: World, subscription: Subscription, action: string): Html {
	const item = itemOf(subscription);
	const name = world.store.products.get(item.price.product)?.name;
	const ends = subscription.cancel_at;
	return html`<h1>${name}</h1>
<p>${euros(item.price.unit_amount)} per ${item.price.recurring?.interval} &middot; ${subscription.status}</p>
<p class="quiet">${ends === null ? `Renews on ${date(item.current_period_end)}` : `Cancels on ${date(ends)}`}</p>
<form method="post" action="${action}">
${
	ends === null
		? html`<button class="second" name="action" value="cancel">Cancel subscription</button>`
		: html`<button name="action" value="renew">Don't cancel subscription</button>`
}</form>`;
}

function cardChange(world: World, session: PortalSession, action: string): Html {
	const { subscription, flow } = portalOf(world, session);
	const card = subscription && cardOf(world, subscription)?.card;
	const open = flow?.type === "payment_method_update" && html`open`;
	return html`<details ${open}><summary>Payment method: ${card ? `${card.brand} •••• ${card.last4}` : "none"}</summary>
<form method="post" action="${action}">${cardFields({})}<button class="second" name="action" value="card">Use this card</button></form></details>`;
}

function lastError(world: World, session: PortalSession): string {
	const { subscription } = portalOf(world, session);
	const invoice = subscription && openInvoicesOf(world, subscription);
	return (invoice && intentOf(world, invoice)?.last_payment_error?.message) ?? "Your card was declined.";
}

function known({ store }: World, id: string, res: Response): PortalSession | undefined {
	const session = store.portalSessions.get(id);
	if (!session) res.status(404).send(stripePage("Not found", html`<h1>This portal session has expired</h1>`));
	return session;
}

function date(seconds: number): string {
	return formatUtcDate(new Date(seconds * 1000));
}
