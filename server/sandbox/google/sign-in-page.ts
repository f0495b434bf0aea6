import { html, page } from "../page.ts";
import { type GooglePerson, SUGGESTED_EMAILS } from "./people.ts";

/** The account chooser: a button a person, a field for any address, and a way to refuse. */
export function signInPage(options: {
	query: Record<string, string>;
	person: (email: string) => GooglePerson;
	error?: string | undefined;
}): string {
	const hidden = Object.entries(options.query).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	const people = SUGGESTED_EMAILS.map(
		(email) =>
			html`<button class="second" name="email" value="${email}">${options.person(email).name} &middot; ${email}</button>`,
	);
	return page(
		"Sign in",
		html`<h1>Choose an account</h1>
${options.error && html`<p class="error" role="alert">${options.error}</p>`}
<form method="post" action="/sandbox/google/authorize">${hidden}${people}</form>
<form method="post" action="/sandbox/google/authorize">${hidden}
<label for="email">Another address</label><input id="email" name="email" type="email" autocomplete="off" required>
<label><input type="checkbox" name="unverified" value="1">Google has not verified this address</label>
<button>Sign in</button></form>
<form method="post" action="/sandbox/google/authorize">${hidden}<button class="second" name="deny" value="1">Deny access</button></form>`,
		"Google",
	);
}

/** Google's own refusal of a malformed request: never sent back to the application. */
export function brokenRequestPage(message: string): string {
	return page(
		"Access blocked",
		html`<h1>Access blocked</h1><p class="error" role="alert">Error 400: ${message}</p>`,
		"Google",
	);
}
