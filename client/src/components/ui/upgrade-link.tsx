import { Link } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { formatEuros } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { PLANS_AS_BUILT } from "#client/lib/plans-as-built.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { PLAN_FEATURES, type PlanFeature } from "#shared/billing/plans/plan-features.ts";

type UpgradeLinkProps = {
	feature: PlanFeature;
	keepsMade?: boolean;
	className?: string;
};

/** Links from a locked feature to the smallest plan with it, and its price (P351). */
export function UpgradeLink({ feature, ...rest }: UpgradeLinkProps) {
	return <UpgradeToPlan plan={PLAN_FEATURES[feature].from} {...rest} />;
}

type UpgradeToPlanProps = Omit<UpgradeLinkProps, "feature"> & { plan: PlanId };

/** For locked things that aren't a feature, such as older days of a chart. */
export function UpgradeToPlan({ plan, keepsMade = false, className }: UpgradeToPlanProps) {
	const found = PLANS_AS_BUILT.find(({ id }) => id === plan);
	return (
		<span className={classNames("inline-flex flex-wrap items-center gap-x-2 text-sm", className)}>
			<Link href={paths.pricing} className="font-medium text-accent underline underline-offset-2">
				Upgrade to use this feature
			</Link>
			{found && (
				<span className="text-muted">
					{found.name}, {formatEuros(found.priceMonthly)} a month
				</span>
			)}
			{keepsMade && <span className="text-muted">What you have made stays.</span>}
		</span>
	);
}
