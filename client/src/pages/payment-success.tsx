import { CircleCheck } from "lucide-react";
import { useSearch } from "wouter";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { usePaymentCheck } from "#client/features/subscriptions/use-payment-check.ts";
import { paths } from "#client/paths.ts";

export function PaymentSuccessPage() {
	const { isVerifying, planName } = usePaymentCheck(useSearch());
	return (
		<Page title={isVerifying ? "Verifying your payment" : "Payment Successful!"} width="narrow">
			<Card className="mx-auto flex min-h-96 max-w-lg flex-col items-center justify-center gap-6 p-8 text-center">
				{isVerifying ? <Verifying /> : <Activated planName={planName} />}
			</Card>
		</Page>
	);
}

function Verifying() {
	return (
		<div role="status" className="flex flex-col items-center gap-4">
			<Spinner className="size-8 text-accent" />
			<h1 className="font-sans text-base font-normal tracking-normal">Verifying your subscription...</h1>
		</div>
	);
}

function Activated({ planName }: { planName: string | null }) {
	return (
		<>
			<CircleCheck aria-hidden="true" className="size-12 text-good" strokeWidth={1.5} />
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
