import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Router } from "wouter";
import { createQueryClient } from "#client/lib/query-client.ts";
import type { ActiveSubscription, ClientSubscription, Standing } from "#shared/billing/subscriptions/subscription.ts";
import { cardText } from "./next-payment.tsx";
import { PlanDetails } from "./plan-details.tsx";

const pro: ClientSubscription = {
	planId: "pro",
	status: "active",
	isAnnual: true,
	plan: { name: "Pro" },
	currentPeriodEnd: "2025-03-05T10:00:00.000Z",
	cancelAtPeriodEnd: false,
	endsAt: null,
	plannedChange: null,
	droppedChange: null,
	perPeriod: 19_990,
	resumesAt: null,
	chargeDue: null,
};

const CANCELED = { ...pro, cancelAtPeriodEnd: true, endsAt: pro.currentPeriodEnd };

/** The card as HTML and as words. */
function card(
	subscription: ClientSubscription | null,
	alsoPaying: ActiveSubscription["alsoPaying"] = [],
	standing: Standing = subscription?.endsAt ? "ending" : "active",
	isActive = true,
): { text: string; html: string } {
	const html = renderToStaticMarkup(
		<QueryClientProvider client={createQueryClient()}>
			<Router ssrPath="/admin">
				<PlanDetails {...{ standing, isActive, subscription, alsoPaying }} />
			</Router>
		</QueryClientProvider>,
	);
	return {
		html,
		text: html
			.replaceAll("&#x27;", "'")
			.replaceAll(/<[^>]+>/g, " ")
			.replaceAll(/\s+/g, " "),
	};
}

describe("the details of a plan", () => {
	it("without a subscription offers the plans", () => {
		const { text, html } = card(null);
		expect(text).toContain("No active subscription");
		expect(html).toMatch(/<a href="\/pricing"[^>]*>View plans<\/a>/);
	});

	it("is green with its next renewal while it runs on", () => {
		const { text, html } = card(pro);
		expect(text).toContain("Pro Active");
		expect(text).toContain("Next renewal March 5, 2025");
		expect(text).toContain("Cancel subscription");
		expect(html).toContain("bg-mark-good");
	});

	it("is yellow with its end, and without a renewal, once it is canceled", () => {
		const { text, html } = card(CANCELED);
		expect(text).toContain("Canceled (ends on March 5, 2025)");
		expect(text).not.toContain("Next renewal");
		expect(text).not.toContain("Active");
		expect(text).toContain("Reactivate subscription");
		expect(text).toContain("If you reactivate, Pro renews on March 5, 2025.");
		expect(html).toContain("bg-mark-warn");
	});

	it("says the hour of a renewal and of an end within 48 hours (P266)", () => {
		const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
		expect(card({ ...pro, currentPeriodEnd: at(1) }).text).toMatch(/Next renewal \w+ \d+, \d+ (Today|Tomorrow) at \d/);
		expect(card({ ...pro, endsAt: at(47) }).text).toMatch(/\) \w+ at \d+:\d\d [AP]M/);
		expect(card({ ...pro, endsAt: at(49) }).text).not.toMatch(/ at \d/);
	});

	it("ends at a date of its own where that is further away than the period", () => {
		const { text } = card({ ...pro, endsAt: "2026-01-31T10:00:00.000Z" });
		expect(text).toContain("Canceled (ends on January 31, 2026)");
		// Until then it is charged as ever (P260).
		expect(text).toContain("Next renewal March 5, 2025");
		expect(text).not.toContain("If you reactivate");
		expect(text).toMatch(/Reactivate subscription.*Cancel subscription/);
	});

	it.each([
		[{ planId: "starter", plan: { name: "Starter" }, isAnnual: true }, "Changes to Starter on March 5, 2027"],
		[{ planId: "pro", plan: { name: "Pro" }, isAnnual: false }, "Changes to monthly billing on March 5, 2027"],
	])("names what is planned, and how to stay: %j", (change, words) => {
		const { text } = card({ ...pro, plannedChange: { ...change, at: "2027-03-05T10:00:00.000Z" } });
		expect(text).toContain(words);
		expect(text).toContain("Keep my plan");
	});

	it("offers the other interval, unless it is canceled or changes to that already", () => {
		expect(card(pro).text).toContain("Switch to monthly");
		expect(card({ ...pro, isAnnual: false }).text).toContain("Switch to yearly");
		expect(card(CANCELED).text).not.toContain("Switch to");
		const plannedChange = { planId: "pro", plan: { name: "Pro" }, isAnnual: false, at: "2027-03-05T10:00:00.000Z" };
		expect(card({ ...pro, plannedChange }).text).not.toContain("Switch to");
	});

	it("P260: offers again what a cancellation dropped", () => {
		const droppedChange = { planId: "starter", plan: { name: "Starter" }, isAnnual: true };
		const { text } = card({ ...pro, droppedChange });
		expect(text).toContain("Your change to Starter was dropped. Plan it again?");
		expect(text).toMatch(/Plan again.*Keep my plan/);
		const interval = { ...droppedChange, planId: "pro", plan: { name: "Pro" }, isAnnual: false };
		expect(card({ ...pro, droppedChange: interval }).text).toContain("Your change to monthly billing was dropped");
	});

	const starter = {
		...{ planId: "starter", plan: { name: "Starter" }, isAnnual: false, perPeriod: 499 },
		...{ since: "2025-01-31T12:00:00.000Z", paymentFailed: false },
	};
	it.each([
		["that is paid", [starter], "Starter (€4.99 a month, since January 31, 2025): cancel it"],
		[
			"with a failed payment",
			[{ ...starter, paymentFailed: true }],
			"Starter (€4.99 a month, since January 31, 2025, last payment failed): cancel it",
		],
		[
			"of the same plan",
			[starter, { ...starter, perPeriod: null, since: "2025-02-28T12:00:00.000Z" }],
			"Starter (€4.99 a month, since January 31, 2025) and Starter (since February 28, 2025): cancel them",
		],
	])("names a second subscription %s", (_case, others, words) => {
		expect(card(pro, others).text).toContain(`You also pay for ${words}`);
	});

	it("P571: a trial says what follows and when, and offers no other plan", () => {
		const { text } = card(pro, [], "trialing", false);
		expect(text).toContain("Pro Trial until March 5, 2025");
		expect(text).toContain("On March 5, 2025, you are charged the first payment unless you cancel before then.");
		expect(text).toMatch(/Invoices and payment method.*Cancel subscription/);
		expect(text).not.toMatch(/Change plan|Switch to|Reactivate|Next renewal/);
	});

	it.each<[string, Partial<ClientSubscription>, boolean, string]>([
		["of payments", {}, true, "Paused Payments are paused at Stripe: nothing is charged, and you can use your plan."],
		["with an end", { resumesAt: "2025-04-01T10:00:00.000Z" }, true, "nothing is charged until April 1, 2025"],
		[
			"of the plan",
			{},
			false,
			"Your plan is paused at Stripe: nothing is charged, and you can't create or edit links.",
		],
	])("P571: a pause %s says what it is, and who resumes it", (_of, change, isActive, words) => {
		const { text } = card({ ...pro, ...change }, [], "paused", isActive);
		expect(text).toContain(words);
		expect(text).toMatch(/Contact us.*Invoices and payment method.*Cancel subscription/);
		expect(text).not.toMatch(/Change plan|Switch to|Reactivate|Next renewal/);
	});
});

it.each([
	["visa", "Visa ending in 4242, expires\u00a004/2030"],
	["amex", "American Express ending in 4242, expires\u00a004/2030"],
	["cartes_bancaires", "Cartes bancaires ending in 4242, expires\u00a004/2030"],
	["unknown", "Card ending in 4242, expires\u00a004/2030"],
])("a card of the brand %s is written %s", (brand, expected) => {
	expect(cardText({ brand, last4: "4242", expMonth: 4, expYear: 2030 })).toBe(expected);
});
