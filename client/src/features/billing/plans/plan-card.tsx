import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate, formatEuros } from "#client/lib/format.ts";
import type { Plan } from "#shared/billing/plans/plan.ts";
import { yearlyPrice } from "#shared/billing/plans/plan-rules.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { planLines } from "./plan-lines.ts";

/** `price` is in cents, set if it differs from the card's because the user pays an earlier one. */
export type PaidPrice = { interval: "monthly" | "yearly"; price: number | null };

type PlanCardProps = {
	plan: Plan;
	/** The next smaller plan; null for the smallest. */
	below: Plan | null;
	isAnnual: boolean;
	/** The button; null until the user is known. */
	action: { label: string; isDisabled: boolean } | null;
	isLoud: boolean;
	isBusy: boolean;
	/** The user's price for this plan; null for other plans. */
	paid: PaidPrice | null;
	isFixed: boolean;
	/** When the user's plan changes to this one at the interval shown; null if not planned. */
	plannedAt: string | null;
	onChoose: () => void;
	change: ReactNode;
};

export function PlanCard({
	plan,
	below,
	isAnnual,
	action,
	isLoud,
	isBusy,
	paid,
	isFixed,
	plannedAt,
	onChoose,
	change,
}: PlanCardProps) {
	const price = isAnnual ? yearlyPrice(plan.priceMonthly) : plan.priceMonthly;
	return (
		<article
			aria-label={plan.name}
			className={classNames(FRAME, plan.popular ? "border-accent ring-1 ring-accent" : "border-line")}
		>
			<div className="flex items-start justify-between">
				<img src={plan.image} alt="" width={80} height={64} className="-ml-2 h-16 w-20" />
				{plan.popular && (
					<span className="rounded-full bg-accent px-3 py-1 text-sm font-semibold text-on-accent">Most popular</span>
				)}
			</div>
			<h3 className="mt-3 text-2xl">{plan.name}</h3>
			<p className="mt-1 text-muted sm:min-h-12">{plan.description}</p>
			<p className="mt-4 font-display text-4xl font-bold tracking-tight tabular-nums">{formatEuros(price)}</p>
			<p className="mt-1 text-sm text-muted">
				{isAnnual ? "per year" : "per month"} · <span>VAT not included</span>
			</p>
			{/* Reserved, so that the toggle moves nothing. */}
			<p className="mt-1 min-h-5 text-sm text-muted">
				{isAnnual && `${formatEuros(Number(price) / 12)} a month, 2 months free`}
			</p>
			{action ? (
				<Button
					variant={isLoud ? "primary" : "secondary"}
					className="mt-6 w-full"
					disabled={action.isDisabled || plannedAt !== null}
					isBusy={isBusy && !action.isDisabled}
					onClick={onChoose}
				>
					{action.label}
				</Button>
			) : (
				<Skeleton className="mt-6 h-11 w-full" />
			)}
			{paid && (
				<PaidInterval
					paid={paid}
					isFixed={isFixed}
					shown={isAnnual ? "yearly" : "monthly"}
					isPlanned={plannedAt !== null}
					isBusy={isBusy}
					onSwitch={onChoose}
				/>
			)}
			{change}
			{plannedAt && (
				<p className="mt-2 text-center text-sm text-balance text-muted">
					Planned from <span className="whitespace-nowrap">{formatDate(plannedAt)}</span>
				</p>
			)}
			<Contents plan={plan} below={below} isWaiting={action === null} />
		</article>
	);
}

type ContentsProps = Pick<PlanCardProps, "plan" | "below"> & { isWaiting: boolean };

/**
 * How many links, and what the plan below it does not have (P604). With a session it waits out of sight for the lines above
 * it that only subscribers have.
 */
function Contents({ plan, below, isWaiting }: ContentsProps) {
	const { links, lines } = planLines(plan, below);
	return (
		<ul
			className={classNames(
				"mt-6 flex flex-col gap-2.5 border-t pt-6",
				isWaiting && "[html:not([data-session=none])_&]:invisible",
			)}
		>
			<Line>
				<strong className="font-semibold">{links}</strong>
			</Line>
			{below && <li className="mt-1.5 text-muted">Everything in {below.name}, plus:</li>}
			{lines.map((line) => (
				<Line key={line}>{line}</Line>
			))}
		</ul>
	);
}

function Line({ children }: { children: ReactNode }) {
	return (
		<li className="flex gap-2.5">
			<Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
			<span>{children}</span>
		</li>
	);
}

type PaidIntervalProps = {
	paid: PaidPrice;
	isFixed: boolean;
	shown: "monthly" | "yearly";
	isPlanned: boolean;
	isBusy: boolean;
	onSwitch: () => void;
};

/** Below the button of the user's own plan: its interval, and a link to the other if that is shown (P129). */
function PaidInterval({ paid: { interval, price }, isFixed, shown, isPlanned, isBusy, onSwitch }: PaidIntervalProps) {
	const every = interval === "yearly" ? "a year" : "a month";
	return (
		<>
			<p className="mt-2 text-center text-sm text-muted">
				You pay {price === null ? interval : `${formatMoney(price, "eur")} ${every}`}
			</p>
			{shown !== interval && !isPlanned && !isFixed && (
				<Button variant="secondary" className="mt-2 w-full" isBusy={isBusy} onClick={onSwitch}>
					Switch to {shown}
				</Button>
			)}
		</>
	);
}

const FRAME = "flex w-full max-w-[22rem] flex-col rounded-card border bg-surface p-6 sm:w-[300px] xl:w-full";
