import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { Card } from "#client/components/ui/card.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { MailSkeleton } from "#client/features/account/mail/mail-skeleton.tsx";
import { NameInLinks } from "#client/features/account/name-in-links.tsx";
import { YourData } from "#client/features/account/your-data.tsx";
import { YourDetails } from "#client/features/billing/onboarding/your-details.tsx";
import { PastDuePanel } from "#client/features/billing/subscriptions/past-due/past-due.tsx";
import { InvoicesCard } from "#client/features/billing/subscriptions/plan/invoices-card.tsx";
import { SubscriptionCard } from "#client/features/billing/subscriptions/plan/subscription-card.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { WithdrawalOffer } from "#client/features/billing/withdrawal/withdrawal-offer.tsx";
import { DomainsSkeleton } from "#client/features/links/domains/domains-skeleton.tsx";
import { ExportLinks } from "#client/features/links/imports/export-links.tsx";
import { LetterKeysSetting } from "#client/features/links/keys/letter-keys-setting.tsx";
import { late } from "#client/lib/late.tsx";
import { useQueryString } from "#client/lib/use-query-string.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import { AccountNav } from "./account-nav.tsx";
import { ReadOnlyLinks } from "./read-only-links.tsx";
import { type AccountSection, sectionAddress } from "./sections.ts";

/** Few have keys when their plan ends. */
const KeptKeys = late(async () => (await import("#client/features/api/keys/kept-keys.tsx")).KeptKeys, Nothing);

/** Few accounts have domains, so its code is loaded with the section. */
const DomainsSection = late(
	async () => (await import("#client/features/links/domains/domains-section.tsx")).DomainsSection,
	DomainsSkeleton,
);

/** Opened once, if at all. */
const MailSection = late(
	async () => (await import("#client/features/account/mail/mail-section.tsx")).MailSection,
	MailSkeleton,
);

type AccountProps = {
	section: AccountSection;
	/** Whether billing details are being edited; leaving the account would lose what was typed. */
	isEditing: boolean;
	onEditing: (isEditing: boolean) => void;
};

/** The user's account by section: the page `/account` and the dashboard's Subscription tab (P603). */
export function Account({ section, isEditing, onEditing }: AccountProps) {
	const search = new URLSearchParams(useQueryString());
	const [path] = useLocation();
	const addressOf = (of: AccountSection) => sectionAddress(path, search, of);

	// Switching sections closes the form, after a confirmation if something was typed.
	useEffect(() => {
		if (section !== "profile") onEditing(false);
	}, [section, onEditing]);

	const sections: Record<AccountSection, ReactNode> = {
		plan: <Plan />,
		invoices: (
			<InvoicesCard>
				<Link href={addressOf("profile")} className="font-semibold text-ink underline underline-offset-2">
					Name and address on invoices
				</Link>
			</InvoicesCard>
		),
		profile: <YourDetails isEditing={isEditing} onEditing={onEditing} />,
		links: <LinksSection />,
		domains: <Domains />,
		email: <MailSection />,
		data: <Data />,
	};
	return (
		<div className="grid gap-6 min-[900px]:grid-cols-[10rem_minmax(0,1fr)] min-[900px]:gap-12">
			<AccountNav shown={section} addressOf={addressOf} />
			<div className="flex min-w-0 flex-col gap-6">{sections[section]}</div>
		</div>
	);
}

function Plan() {
	const { pastDue, isLoading } = useActiveSubscription();
	return (
		<>
			{pastDue ? <PastDuePanel pastDue={pastDue} isOnAccount /> : <SubscriptionCard />}
			{/* After the plan, whose height depends on what it is. */}
			{!isLoading && <WithdrawalOffer />}
		</>
	);
}

function LinksSection() {
	const { isActive, standing, isLoading } = useActiveSubscription();
	if (isLoading) return <Skeleton className="h-40 rounded-card" />;
	return (
		<>
			<Card className="flex flex-col divide-y px-6 *:py-6 empty:hidden">
				<NameInLinks />
				{isActive && <LetterKeysSetting />}
			</Card>
			{!isActive && <ReadOnlyLinks standing={standing} />}
		</>
	);
}

function Domains() {
	const { isActive, isLoading } = useActiveSubscription();
	return isLoading ? <DomainsSkeleton /> : <DomainsSection isActive={isActive} />;
}

function Data() {
	const { isActive, isLoading, subscription, standing } = useActiveSubscription();
	return (
		<>
			{isLoading ? (
				<Skeleton className="h-48 rounded-card sm:h-42" />
			) : (
				<Card className="p-6 [&_h2]:text-xl">
					<ExportLinks isAllowed={!isActive || planHas(subscription?.planId, "csv")} />
				</Card>
			)}
			<YourData />
			{/* Last: most have none, and it's loaded late. */}
			{!isLoading && !isActive && <KeptKeys standing={standing} />}
		</>
	);
}

function Nothing() {
	return null;
}
