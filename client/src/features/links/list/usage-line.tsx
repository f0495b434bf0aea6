import { useQuery } from "@tanstack/react-query";
import { classNames } from "#client/lib/class-names.ts";
import { firstDayOfNextMonth, formatCount } from "#client/lib/format.ts";
import { formatUtcDate } from "#shared/platform/format.ts";
import { monthlyUsageQuery } from "../links.queries.ts";

/** Shown until the usage is loaded (P96). */
const BEFORE_LOAD = { monthlyCount: 0, limit: 10 };

type UsageLineProps = {
	/** Undefined while loading or after a failure. */
	totalLinks: number | undefined;
};

export function UsageLine({ totalLinks }: UsageLineProps) {
	const { data, isError } = useQuery(monthlyUsageQuery);
	const usage = data ?? BEFORE_LOAD;
	const isUnknown = isError && !data;
	const total = totalLinks === undefined ? "–" : formatCount(totalLinks);
	const used = isUnknown ? "–" : formatCount(usage.monthlyCount);
	const limit = isUnknown ? "–" : usage.limit === 0 ? "∞" : formatCount(usage.limit);
	return (
		// On the narrowest phones, large numbers need a second line, so it is reserved.
		<div className="flex w-fit max-w-full flex-col gap-1 max-[24rem]:min-h-10">
			<p className="text-xs text-muted tabular-nums min-[24rem]:text-[0.8125rem] min-[24rem]:leading-5 sm:text-sm">
				{/* One text node, because parts would move when the numbers load. */}
				{`Total: ${total}, Monthly: ${used}/${limit} (Renews on ${formatUtcDate(firstDayOfNextMonth(new Date()))})`}
			</p>
			<UsageBar limit={usage.limit} used={data?.monthlyCount ?? 0} />
		</div>
	);
}

/** Decorative: the text says the same. Its space is reserved on unlimited plans too. */
function UsageBar({ limit, used }: { limit: number; used: number }) {
	const share = limit === 0 ? 0 : Math.min(1, used / limit);
	const tone = share >= 1 ? "bg-danger" : share >= 0.8 ? "bg-warn" : "bg-human";
	return (
		<div
			aria-hidden="true"
			className={classNames("h-1 overflow-hidden rounded-full bg-line", limit === 0 && "invisible")}
		>
			<div className={classNames("h-full", tone)} style={{ width: `${share * 100}%` }} />
		</div>
	);
}
