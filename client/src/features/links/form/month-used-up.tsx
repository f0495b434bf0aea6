import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { firstDayOfNextMonth, formatCount } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { formatUtcDate } from "#shared/platform/format.ts";
import { monthlyUsageQuery } from "../links.queries.ts";

/** Shown above an empty new form if the month's quota is used up (P352). */
export function MonthUsedUp() {
	const { data } = useQuery(monthlyUsageQuery);
	if (!data || data.limit === 0 || data.monthlyCount < data.limit) return null;
	return (
		<div
			role="alert"
			className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger bg-surface px-4 py-3"
		>
			<p>
				You've used all {formatCount(data.limit)} links this month. New ones are possible from{" "}
				{formatUtcDate(firstDayOfNextMonth(new Date()))}, or now on a larger plan.
			</p>
			<ButtonLink href={paths.pricing} size="sm" variant="secondary">
				View plans
			</ButtonLink>
		</div>
	);
}
