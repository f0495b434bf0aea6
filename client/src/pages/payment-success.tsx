import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { toast } from "#client/components/toast/use-toast.ts";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { usePaymentCheck } from "#client/features/billing/subscriptions/checkout/use-payment-check.ts";
import seaUrl from "#client/features/public/landing/sea.svg";
import { paths } from "#client/lib/paths.ts";
import { shortDomain } from "#client/lib/public-origin.ts";

const VERIFYING = "Verifying your subscription...";

export function PaymentSuccessPage() {
	const { isVerifying, planName, nothingPaid } = usePaymentCheck(useSearch());
	useLeadOn(nothingPaid);
	return (
		<Page title={isVerifying ? VERIFYING : "Payment Successful!"} width="narrow">
			<Card className="mx-auto flex min-h-[34rem] max-w-lg flex-col items-center justify-center gap-6 p-8 text-center">
				{isVerifying ? <Verifying /> : <Activated planName={planName} />}
			</Card>
		</Page>
	);
}

/** Redirects users who didn't pay (P263), to their subscription or the plans. */
function useLeadOn(nothingPaid: "subscribed" | "not subscribed" | null): void {
	const [, navigate] = useLocation();
	useEffect(() => {
		if (nothingPaid === null) return;
		const isSubscribed = nothingPaid === "subscribed";
		const description = isSubscribed ? "Your subscription is as it was." : "Choose a plan to subscribe.";
		toast({ title: "No payment found", description });
		navigate(isSubscribed ? paths.subscription : paths.pricing, { replace: true });
	}, [nothingPaid, navigate]);
}

function Verifying() {
	return (
		<div role="status" className="flex flex-col items-center gap-4">
			<Spinner className="size-8 text-accent" />
			<h1 className="font-sans text-base font-normal tracking-normal">{VERIFYING}</h1>
		</div>
	);
}

function Activated({ planName }: { planName: string | null }) {
	return (
		<>
			<div aria-hidden="true" className="relative w-60 -rotate-2">
				<LinkPreview
					title="Your Link Title"
					description="A compelling description of your link..."
					imageUrl={seaUrl}
					address={`${shortDomain()}/go/...`}
					isHero
				/>
				<CircleCheck className="absolute -right-4 -bottom-4 size-11 rounded-full bg-surface text-good" />
			</div>
			<PageHeading heading="Payment Successful!" text="Your subscription has been activated successfully." />
			<dl className="flex items-baseline gap-2">
				<dt className="text-muted">Plan:</dt>
				<dd className="font-display text-xl font-bold">{planName ?? "–"}</dd>
			</dl>
			<ButtonLink href={paths.newLink} size="lg">
				Create link now
			</ButtonLink>
		</>
	);
}
