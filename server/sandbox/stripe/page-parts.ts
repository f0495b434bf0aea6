import express, { type RequestHandler } from "express";
import { type Html, html, page } from "../page.ts";
import { StripeError } from "./stripe-error.ts";

/** Reads a page's form, before the pages; their answers are never kept by the browser. */
export const formReader: RequestHandler[] = [
	express.urlencoded({ extended: false }),
	(_req, res, next) => {
		res.set("Cache-Control", "no-store");
		next();
	},
];

export function fieldsOf(body: unknown): Record<string, string> {
	const entries = Object.entries((body ?? {}) as Record<string, unknown>);
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

export function euros(cents: number | null): string {
	return `${(cents ?? 0) < 0 ? "-" : ""}€${(Math.abs(cents ?? 0) / 100).toFixed(2)}`;
}

export function errorLine(error: string | undefined): Html | undefined {
	return error ? html`<p class="error" role="alert">${error}</p>` : undefined;
}

/** A page instead of one of Stripe's. */
export function stripePage(title: string, body: Html): string {
	return page(title, body, "Stripe");
}

/** Where there is nothing to show. */
export function missingPage(): string {
	return stripePage("Not found", html`<h1>Something went wrong</h1><p>There is no such page.</p>`);
}

/** Runs what a form asks for; Stripe's words if it is refused. */
export function refusedWith(run: () => string | undefined): string | undefined {
	try {
		return run();
	} catch (error) {
		if (error instanceof StripeError) return error.message;
		throw error;
	}
}

/** The fields of a card, ready to be sent. */
export function cardFields(form: Record<string, string>): Html {
	return html`<label for="card_number">Test card number</label>
<input id="card_number" name="card_number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required>
<div class="row"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12 / 34"></div>
<div><label for="cvc">CVC</label><input id="cvc" name="cvc" value="123"></div></div>
<label for="name">Name on card</label><input id="name" name="name" value="${form.name}">
<label for="country">Country (two letters)</label><input id="country" name="country" maxlength="2" value="${form.country ?? "PT"}">`;
}

/** The bank's 3-D Secure page; it posts `action` to an address. */
export function authenticate(action: string, amount?: number | null): string {
	const sum = amount === undefined ? "" : ` ${euros(amount)}`;
	return stripePage(
		"3-D Secure",
		html`<h1>3-D Secure</h1><p>The bank asks whether you really want to pay${sum}.</p>
<form method="post" action="${action}">
<button name="action" value="complete">Complete authentication</button>
<button class="second" name="action" value="fail">Fail authentication</button></form>`,
	);
}
