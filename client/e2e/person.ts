import { type APIRequestContext, expect } from "@playwright/test";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

/** The user agent of someone who opens a link. */
export const CHROME =
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

type Person = {
	email?: string;
	/** Gives consent as a private person from Portugal. */
	hasConsent?: boolean;
	/** Pays for this plan, for a month unless `isAnnual`. */
	plan?: PlanId;
	isAnnual?: boolean;
};

/** Signs a new person in, and takes them as far as asked, by HTTP alone; the browser of `request` keeps the session. */
export async function becomePerson(
	request: APIRequestContext,
	{ email = newEmail(), plan, hasConsent = plan !== undefined, isAnnual = false }: Person = {},
): Promise<{ email: string }> {
	await request.get(`${API.auth.google}?login_hint=${encodeURIComponent(email)}`);
	const user = await request.get(API.auth.user);
	await expect(user).toBeOK();
	// A subscriber is refused another onboarding.
	const { needsConsent } = (await user.json()) as { needsConsent: boolean };
	if (hasConsent && needsConsent)
		await expect(await request.post(API.auth.onboarding, { data: privateProfile(email) })).toBeOK();
	if (plan) await pay(request, { planId: plan, isAnnual });
	return { email };
}

/** Buys a plan with the sandbox's good card. */
async function pay(request: APIRequestContext, choice: { planId: PlanId; isAnnual: boolean }): Promise<void> {
	const checkout = await request.post(API.subscriptions.checkout, { data: choice });
	await expect(checkout).toBeOK();
	const { url } = (await checkout.json()) as { url: string };
	const paid = await request.post(url, { form: { card_number: "4242 4242 4242 4242" }, maxRedirects: 0 });
	expect(paid.status()).toBe(303);
	await expect
		.poll(async () => ((await (await request.get(API.subscriptions.active)).json()) as { active: boolean }).active, {
			timeout: 30_000,
		})
		.toBe(true);
}

type NewLink = Partial<Pick<LinkView, "title" | "description" | "targetUrl">> & {
	customLinkSlug?: string;
	imageUrl?: string;
	image?: { name: string; mimeType: string; buffer: Buffer };
};

export async function createLink(request: APIRequestContext, { image, ...fields }: NewLink = {}): Promise<LinkView> {
	const response = await request.post(API.links.all, {
		multipart: {
			title: "Summer in the Algarve",
			description: "Eleven quiet beaches, and how to reach them without a car.",
			targetUrl: "https://example.com/algarve",
			...fields,
			...(image && { image }),
		},
	});
	await expect(response).toBeOK();
	return (await response.json()) as LinkView;
}

export function newEmail(): string {
	return `person-${crypto.randomUUID()}@example.com`;
}

function privateProfile(email: string) {
	return {
		email,
		fullName: "Ada Lovelace",
		isBusiness: false,
		businessCountry: "PT",
		termsAccepted: true,
		privacyAccepted: true,
	};
}
