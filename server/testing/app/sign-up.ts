import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Browser } from "./browser.ts";
import { until } from "./until.ts";

/** Signs someone in through Google's stand-in. */
export async function signIn(person: Browser, email: string): Promise<void> {
	const { url } = await person.follow(await person.get(`${API.auth.google}?login_hint=${encodeURIComponent(email)}`));
	if (url.includes("auth_error")) throw new Error(`Signing in led to ${url}`);
}

/** Once: a subscriber is refused another onboarding (P576). */
export async function giveConsent(person: Browser, email: string): Promise<void> {
	const { needsConsent } = (await (await person.get(API.auth.user)).json()) as { needsConsent: boolean };
	if (!needsConsent) return;
	const form = { email, fullName: "Ada Lovelace", businessCountry: "PT", termsAccepted: true, privacyAccepted: true };
	await expectStatus(await person.post(API.auth.onboarding, form), 204);
}

/** Pays for a plan on the sandbox's checkout page and waits until the subscription is known. */
export async function subscribe(person: Browser, planId: PlanId, isAnnual = false): Promise<void> {
	const checkout = await expectStatus(await person.post(API.subscriptions.checkout, { planId, isAnnual }), 200);
	const { url } = (await checkout.json()) as { url: string };
	await expectStatus(await person.post(url, new URLSearchParams({ card_number: "4242 4242 4242 4242" })), 303);
	await until(async () => {
		const { active } = (await (await person.get(API.subscriptions.active)).json()) as { active: boolean };
		return active;
	});
}

async function expectStatus(response: Response, status: number): Promise<Response> {
	if (response.status === status) return response;
	const { code } = (await response
		.clone()
		.json()
		.catch(() => ({}))) as { code?: string };
	if (code === "unavailable") throw new Error(`The database did not answer in time (${response.url})`);
	throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}
