import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Fact } from "#client/components/ui/fact.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import {
	subscriptionDetailsQuery,
	useActiveSubscription,
} from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { late } from "#client/lib/late.tsx";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { countryName } from "#shared/billing/onboarding/countries.ts";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";
import { type OnInvoices, onInvoices, toCorrect } from "./billed-to.ts";
import { billingDetailsQuery } from "./billing-details.queries.ts";

/** Contains the list of countries, so it loads on demand. */
const DetailsForm = late(async () => (await import("./details-form.tsx")).DetailsForm, Loading);

const KEYS = [billingDetailsQuery.queryKey];

type YourDetailsProps = {
	/** Whether the details are being edited; unmounting would lose what was typed. */
	isEditing: boolean;
	onEditing: (isEditing: boolean) => void;
};

/** Name, address and VAT number as on invoices, with a form to edit them. */
export function YourDetails({ isEditing, onEditing }: YourDetailsProps) {
	useAskAgain(KEYS);
	const { data, isPending, isFetching, refetch } = useQuery(billingDetailsQuery);
	const button = useFocusAfter(isEditing);
	const { isActive } = useActiveSubscription();
	const atStripe = useQuery({ ...subscriptionDetailsQuery, enabled: isActive });
	const billedTo = atStripe.data?.billedTo ?? null;
	return (
		<Card className="flex flex-col gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-xl">Your details</h2>
				<p className="text-muted">Appears on invoices.</p>
			</div>
			{isPending && <Loading />}
			{!isPending && !data && (
				<LoadFailed className="justify-between" isBusy={isFetching} onRetry={() => void refetch()}>
					We couldn't load your details.
				</LoadFailed>
			)}
			{data && isEditing && (
				<div className="max-w-xl">
					<DetailsForm details={toCorrect(data, billedTo)} onClose={() => onEditing(false)} />
				</div>
			)}
			{data && !isEditing && (
				<>
					<Facts details={data} invoices={onInvoices(data, billedTo)} />
					<Button ref={button} variant="secondary" className="self-start" onClick={() => onEditing(true)}>
						Edit details
					</Button>
				</>
			)}
		</Card>
	);
}

function Loading() {
	return <Skeleton className="h-40" />;
}

function Facts({ details, invoices }: { details: BillingDetails; invoices: OnInvoices }) {
	const { fullName, isBusiness, businessName, businessCountry } = details;
	const { otherName, address, vatNumber } = invoices;
	return (
		<dl className="grid gap-4 sm:grid-cols-2">
			<Fact label="Full name">{fullName}</Fact>
			{isBusiness && <Fact label="Business name">{businessName}</Fact>}
			{otherName && <Fact label="Name on invoices">{otherName}</Fact>}
			<Fact label="Address">{address || "–"}</Fact>
			<Fact label="Country of residence">{countryName(businessCountry)}</Fact>
			{vatNumber && <Fact label="VAT Number">{vatNumber}</Fact>}
		</dl>
	);
}

function useFocusAfter(isOpen: boolean) {
	const button = useRef<HTMLButtonElement>(null);
	const wasOpen = useRef(false);
	useEffect(() => {
		if (wasOpen.current && !isOpen) button.current?.focus();
		wasOpen.current = isOpen;
	}, [isOpen]);
	return button;
}
