import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Router } from "wouter";
import { createQueryClient } from "#client/lib/query-client.ts";
import type { ClientSubscription } from "#shared/subscriptions/subscription.ts";
import { PlanDetails } from "./plan-details.tsx";

const pro: ClientSubscription = {
	planId: "pro",
	status: "active",
	isAnnual: true,
	plan: { name: "Pro" },
	currentPeriodEnd: "2025-03-05T12:00:00.000Z",
	cancelAtPeriodEnd: false,
	endsAt: null,
	plannedChange: null,
};

/** The card as HTML and as words. */
function card(subscription: ClientSubscription | null): { text: string; html: string } {
	const html = renderToStaticMarkup(
		<QueryClientProvider client={createQueryClient()}>
			<Router ssrPath="/admin">
				<PlanDetails subscription={subscription} />
			</Router>
		</QueryClientProvider>,
	);
	return { html, text: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
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
		expect(html).toContain("bg-good");
	});

	it("is yellow with its end, and without a renewal, once it is canceled", () => {
		const { text, html } = card({ ...pro, cancelAtPeriodEnd: true });
		expect(text).toContain("Canceled (ends on March 5, 2025)");
		expect(text).not.toContain("Next renewal");
		expect(text).not.toContain("Active");
		expect(text).toContain("Reactivate subscription");
		expect(html).toContain("bg-warn");
	});

	it("says nothing of other states", () => {
		const { text, html } = card({ ...pro, status: "past_due" });
		expect(text).not.toMatch(/Active|Canceled|past_due/);
		expect(html).not.toMatch(/bg-(good|warn)/);
	});
});
