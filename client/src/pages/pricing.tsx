import { lazy, Suspense } from "react";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { Questions } from "#client/components/ui/questions.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { PlanChooser } from "#client/frames/plan-chooser.tsx";
import { codesNote, vatNote } from "#client/lib/public-origin.ts";

/** Few users ever see it. */
const PastDuePanel = lazy(async () => ({
	default: (await import("#client/features/billing/subscriptions/past-due/past-due.tsx")).PastDuePanel,
}));
const StandingPanel = lazy(async () => ({
	default: (await import("#client/features/billing/subscriptions/plan/standing-panel.tsx")).StandingPanel,
}));

/** `/pricing`: the plans, public. */
export function PricingPage() {
	return (
		<Page>
			<PageHeading heading="Subscription Plans" text="Choose the plan that best fits your needs" />
			<StandingFirst />
			<h2 className="sr-only">Plans</h2>
			<div className="mt-8">
				<PlanChooser resumesCheckout="yes" />
			</div>
			{/* P366: a promise, and so a line of its own. */}
			<p className="mt-10 text-center font-semibold">
				We never put ads or waiting pages in front of your links. Your links outlive your plan.
			</p>
			<section className="mt-16 flex flex-col gap-6 border-t pt-10">
				<h2 className="text-2xl">Good to know</h2>
				<Questions entries={questions()} />
			</section>
		</Page>
	);
}

/** Comes before a plan change: a failed payment (P261), a trial, a pause, or an end by our clock (P571). */
function StandingFirst() {
	const { isActive, standing, subscription, pastDue } = useActiveSubscription();
	const isShown = standing === "trialing" || standing === "paused" || (standing === "ending" && !isActive);
	if (!pastDue && !(isShown && subscription)) return null;
	return (
		<div className="mt-6 max-w-2xl">
			<Suspense>
				{pastDue && <PastDuePanel pastDue={pastDue} />}
				{subscription && <StandingPanel {...{ isActive, standing, subscription }} />}
			</Suspense>
		</div>
	);
}

const questions = () => [
	{
		question: "What happens to my links if my subscription ends?",
		answer:
			"They keep working. A lapsed subscription never breaks links you have shared: they still show their preview and redirect people. Creating and editing stops until you subscribe again.",
	},
	{
		question: "Can I change my plan later?",
		answer:
			"Yes. A higher plan starts immediately: your unused time is credited, and you pay the difference. A lower plan starts when the period you have paid for ends. The same plan changes to yearly billing immediately, and to monthly billing when the paid period ends.",
	},
	{ question: "Is there a discount?", answer: `Paying yearly gives you 2 months free per year. ${codesNote()}` },
	{
		question: "What if it is not for me?",
		answer:
			"There is a 30-day satisfaction guarantee: tell us within 30 days of your first payment and you get your money back.",
	},
	{
		question: "How is VAT handled?",
		answer: `${vatNote()} Invoices are issued from Portugal. EU businesses can enter their VAT number.`,
	},
	{
		question: "Which payment methods are there?",
		answer: "All major cards, through Stripe. Your card details never reach our servers.",
	},
];
