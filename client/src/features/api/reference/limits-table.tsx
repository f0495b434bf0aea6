import type { PlanId } from "#shared/billing/plans/plan.ts";
import {
	apiKeyLimit,
	apiRequestLimits,
	domainLimit,
	planHas,
	webhookLimit,
} from "#shared/billing/plans/plan-features.ts";
import { PLAN_IDS } from "#shared/billing/plans/plan-ids.ts";
import { monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";

const ROWS: Record<string, (plan: PlanId) => number> = {
	"API keys": apiKeyLimit,
	"Requests a minute, each key": (plan) => apiRequestLimits(plan).key,
	"Requests a minute, all keys": (plan) => apiRequestLimits(plan).account,
	"Links a month": monthlyLinkQuota,
	"Own domains": domainLimit,
	Webhooks: webhookLimit,
};
const FIGURES = new Intl.NumberFormat("en-US");

/** What each plan with the API allows. */
export function LimitsTable() {
	const plans = PLAN_IDS.filter((plan) => planHas(plan, "api"));
	return (
		<table className="w-full max-w-prose border-y text-sm">
			<caption className="sr-only">Limits by plan</caption>
			<thead>
				<tr className="border-b">
					<td />
					{plans.map((plan) => (
						<th key={plan} scope="col" className="py-2 pl-4 text-right font-semibold capitalize">
							{plan}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="divide-y">
				{Object.entries(ROWS).map(([name, limitOf]) => (
					<tr key={name}>
						<th scope="row" className="py-2 text-left font-normal">
							{name}
						</th>
						{plans.map((plan) => (
							<td key={plan} className="py-2 pl-4 text-right tabular-nums">
								{limitOf(plan) === 0 ? "Unlimited" : FIGURES.format(limitOf(plan))}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
