import { useQuery } from "@tanstack/react-query";
import { firstDayOfNextMonth, formatCount, formatDate } from "#client/lib/format.ts";
import { linksQuery, monthlyUsageQuery } from "./links.queries.ts";

/** Shown until the usage is known (P96). */
const BEFORE_LOAD = { monthlyCount: 0, limit: 10 };

/** How many links there are, and how many of this month's are used. */
export function UsageLine() {
	const { data: links } = useQuery(linksQuery);
	const { data: usage = BEFORE_LOAD } = useQuery(monthlyUsageQuery);
	const total = formatCount(links?.length ?? 0);
	const monthly = `${formatCount(usage.monthlyCount)}/${usage.limit === 0 ? "∞" : formatCount(usage.limit)}`;
	return (
		<p className="text-sm text-muted tabular-nums">
			Total: {total}, Monthly: {monthly} (Renews on {formatDate(firstDayOfNextMonth(new Date()))})
		</p>
	);
}
