import { FormData as UndiciFormData } from "undici";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { giveConsent, signIn, subscribe } from "../../server/testing/app/sign-up.ts";
import { browser } from "./network.ts";

type Person = {
	email?: string;
	/** Gives consent as a private person from Portugal. */
	hasConsent?: boolean;
	/** Pays for this plan, for a month unless `isAnnual`. */
	plan?: PlanId;
	isAnnual?: boolean;
};

/** Signs a new person in, and takes them as far as asked, by HTTP alone. */
export async function becomePerson(options: Person = {}): Promise<{ email: string }> {
	const { email = `person-${crypto.randomUUID()}@example.com`, plan, isAnnual = false } = options;
	const { hasConsent = plan !== undefined } = options;
	const person = browser();
	await signIn(person, email);
	if (hasConsent) await giveConsent(person, email);
	if (plan) await subscribe(person, plan, isAnnual);
	return { email };
}

type NewLink = Partial<Pick<LinkView, "title" | "description" | "targetUrl">> & {
	customLinkSlug?: string;
	imageUrl?: string;
	/** The bytes of a PNG. */
	image?: BlobPart;
};

/** Makes a link of the person by HTTP. */
export async function createLink({ image, ...fields }: NewLink = {}): Promise<LinkView> {
	const form = new UndiciFormData();
	const link = {
		title: "Summer in the Algarve",
		description: "Eleven quiet beaches, and how to reach them without a car.",
		targetUrl: "https://example.com/algarve",
		...fields,
	};
	for (const [name, value] of Object.entries(link)) form.append(name, value);
	// The `File` of the DOM: it is the one that Undici knows.
	if (image) form.append("image", new File([image], "image.png", { type: "image/png" }));
	const response = await browser().post(API.links.all, form as unknown as FormData);
	if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
	return (await response.json()) as LinkView;
}
