import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createQueryClient } from "#client/lib/query-client.ts";
import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { ChangeLine } from "./change-line.tsx";

const PRO: ClientSubscription = {
	planId: "pro",
	status: "active",
	isAnnual: false,
	plan: { name: "Pro" },
	currentPeriodEnd: "2027-03-05T10:00:00.000Z",
	cancelAtPeriodEnd: false,
	endsAt: null,
	plannedChange: null,
	droppedChange: null,
	perPeriod: 1999,
	resumesAt: null,
	chargeDue: null,
};

it("P259: a line break never splits the date of a change", () => {
	const html = renderToStaticMarkup(
		<QueryClientProvider client={createQueryClient()}>
			<ChangeLine subscription={PRO} choice={{ planId: "starter", isAnnual: false }} price={499} />
		</QueryClientProvider>,
	);
	expect(html).toContain('From <span class="whitespace-nowrap">March 5, 2027</span>, €4.99 a month');
});
