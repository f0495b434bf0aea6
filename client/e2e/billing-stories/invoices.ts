import { API } from "#shared/platform/api-paths.ts";
import { becomePerson, newEmail } from "../person.ts";
import { CARDS, customerOf, listed } from "../stripe-sandbox.ts";
import { be, call, card, choose, days, failsToPay, fillIn, open, pays, press, see, settle } from "./steps.ts";
import type { Step, Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const PROFILE = `${TAB}&section=profile`;
const PAID = "Payment Successful!";

/** A Greek business, as onboarding asks for it. */
const isBusiness: Step = async ({ request }) => {
	const email = newEmail();
	await becomePerson(request, { email });
	await call(API.auth.onboarding, {
		...{ email, fullName: "Eleni Papadopoulou", isBusiness: true, businessName: "Eleni AE" },
		...{ businessAddress: "Ermou 1\nAthens", businessCountry: "GR", businessVat: "EL094259216" },
		...{ termsAccepted: true, privacyAccepted: true },
	})({ request } as Parameters<Step>[0]);
};
const paysForPro = (fields: Record<string, string>) => [
	...[open("/pricing", "monthly"), choose("Pro"), see("Total due today")],
	...[fillIn({ "Card number": CARDS.ok, "Name on card": "C. Holder", Country: "ES", ...fields }), press("Subscribe")],
	see(PAID),
];
const ADDRESS = { Address: "Calle Mayor 5", "Postal code": "28013", City: "Madrid" };

/** Opens the newest invoice's page at Stripe. */
const opensInvoice: Step = async (customer) => {
	await keepsInvoice(customer);
	await opensKeptInvoice(customer);
};
const keepsInvoice: Step = async (customer) => {
	const { request } = customer;
	const path = `/v1/invoices?customer=${await customerOf(request)}&limit=1`;
	customer.invoicePage = (await listed<{ hosted_invoice_url: string }>(request, path))[0]?.hosted_invoice_url ?? "";
};
const opensKeptInvoice: Step = (customer) => customer.page.goto(customer.invoicePage ?? "");

const deletesAccount: Step = async ({ request }) => {
	const { userSlug } = (await (await request.get(API.auth.user)).json()) as { userSlug: string };
	await request.delete(API.account.all, { data: { confirm: userSlug } });
};

export const invoiceStories: Story[] = [
	{
		name: "invoice: a business's name, whatever name is on the card",
		cause: 8,
		steps: [isBusiness, ...paysForPro({}), opensInvoice],
		sentence: "Eleni AE",
		never: ["C. Holder"],
	},
	{
		name: "invoice: a business's address and VAT number",
		cause: 8,
		steps: [isBusiness, ...paysForPro({}), opensInvoice],
		sentence: "Ermou 1, Athens, GR · EL094259216",
	},
	{
		name: "invoice: the tab shows the business as its invoices do",
		steps: [isBusiness, ...paysForPro({}), open(PROFILE)],
		sentence: "Business name Eleni AE Address Ermou 1 Athens Country of residence Greece VAT Number EL094259216",
		never: ["Name on invoices"],
	},
	{
		name: "invoice: what a business corrects is on the next invoice",
		steps: [
			...[isBusiness, ...paysForPro({}), open(PROFILE), press("Edit details"), fillIn({ "Business name": "Eleni SA" })],
			...[press("Save details"), see("Business name Eleni SA"), days(32), opensInvoice],
		],
		sentence: "Eleni SA",
		taken: [1999, 1999],
	},
	{
		name: "invoice: a private person's tab has the address that Checkout took",
		cause: 9,
		steps: [be("none"), ...paysForPro(ADDRESS), open(PROFILE)],
		sentence: "Address Calle Mayor 5 28013 Madrid Spain",
	},
	{
		name: "invoice: a private person's tab has the name on the invoice",
		cause: 9,
		steps: [be("none"), ...paysForPro(ADDRESS), open(PROFILE)],
		sentence: "Full name Ada Lovelace Name on invoices C. Holder",
	},
	{
		name: "invoice: a VAT number that was typed at Checkout is shown",
		cause: 9,
		steps: [be("none"), ...paysForPro({ ...ADDRESS, "VAT number": "PT501964843" }), open(PROFILE)],
		sentence: "VAT Number PT501964843",
	},
	{
		name: "invoice: a private person's invoice says the same",
		steps: [be("none"), ...paysForPro({ ...ADDRESS, "VAT number": "PT501964843" }), opensInvoice],
		sentence: "28013 Madrid, ES · PT501964843",
	},
	{
		name: "invoice: the first one is paid",
		steps: [pays("basic"), opensInvoice],
		sentence: "Total (paid) €9.99",
	},
	{
		name: "invoice: the portal leads back to the tab",
		steps: [pays("pro"), open(TAB), press("Invoices and payment method"), see("Renews on"), press("Back")],
		sentence: "Pro Active Billing Monthly",
	},
	{
		name: "invoice: after a failed payment the portal leads back to the account",
		steps: [be("past-due"), open("/pricing"), press("Invoices"), see("per month"), press("Back")],
		sentence: "Pro, paid monthly, due since {failed}.",
	},
	{
		name: "invoice: without a subscription they stay in reach",
		cause: 4,
		steps: [be("lapsed"), open("/account?section=invoices"), press("View invoices")],
		sentence: "There is no current plan.",
	},
	{
		name: "ended: canceling after a failed payment voids the invoice",
		cause: 15,
		steps: [be("past-due"), keepsInvoice, call(API.subscriptions.cancel), settle, opensKeptInvoice],
		sentence: "Total (void) €19.99",
		taken: [1999],
	},
	{
		name: "ended: the last retry voids the invoice",
		cause: 15,
		steps: [pays("pro"), failsToPay, keepsInvoice, days(40), opensKeptInvoice],
		sentence: "Total (void) €19.99",
		taken: [1999],
	},
	{
		name: "ended: deleting the account voids the invoice",
		cause: 15,
		steps: [be("past-due"), keepsInvoice, deletesAccount, settle, opensKeptInvoice],
		sentence: "Total (void) €19.99",
	},
	{
		name: "ended: after the last retry a card that pays again is not charged",
		cause: 15,
		steps: [pays("pro"), failsToPay, days(40), card("ok"), days(30), open("/account")],
		sentence: "No active subscription",
		taken: [1999],
	},
	{
		name: "ended: the dialog before deleting says what happens to open invoices and credit",
		steps: [pays("pro"), open(`${TAB}&section=data`), press("Delete account")],
		sentence:
			"If you have a subscription, it ends now, without a refund for the remaining time. To use the 30-day guarantee, write to us first.",
	},
];
