import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import { Card } from "#client/components/ui/card.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { UpgradeToPlan } from "#client/components/ui/upgrade-link.tsx";
import { formatCounted } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { domainLimit } from "#shared/billing/plans/plan-features.ts";
import type { Domain, DomainList } from "#shared/links/domains/domain.ts";
import { domainsQuery } from "../links.queries.ts";
import { AddDomain } from "./add-domain.tsx";
import { DomainPanel } from "./domain-panel.tsx";
import { statusWord } from "./domain-words.ts";
import { useLiveDomains } from "./domains.queries.ts";
import { DomainsSkeleton } from "./domains-skeleton.tsx";
import { useFocusOnChange } from "./use-focus-on-change.ts";

type DomainsSectionProps = { isActive: boolean };

/** The account's own domains: adding, verifying and removing them, and where they lead (P631). */
export function DomainsSection({ isActive }: DomainsSectionProps) {
	const { data, isError, isFetching, refetch } = useQuery(domainsQuery);
	const heading = useRef<HTMLHeadingElement>(null);
	const focus = useFocusOnChange(heading);
	useLiveDomains();
	if (!data) {
		if (!isError) return <DomainsSkeleton />;
		return (
			<LoadFailed look="box" isBusy={isFetching} onRetry={() => void refetch()}>
				We couldn't load your domains.
			</LoadFailed>
		);
	}
	const { domains, dnsPage } = data;
	return (
		<>
			<Card className="flex flex-col gap-4 p-6">
				<div className="flex flex-col gap-1.5">
					<h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
						Domains
					</h2>
					<p className="text-muted">Put your links on a domain of your own, such as go.example.com.</p>
				</div>
				<Adding list={data} isActive={isActive} onAdded={focus.added} />
			</Card>
			<p role="status" className="sr-only">
				{domains.map(inShort).join(", ")}
			</p>
			{domains.map((domain) => (
				<DomainPanel
					key={domain.id}
					domain={domain}
					dnsPage={dnsPage ?? null}
					isOnly={domains.length === 1}
					canChange={isActive}
					onRemoved={() => focus.removed(domain.id)}
				/>
			))}
		</>
	);
}

const inShort = (domain: Domain) => `${domain.host}: ${statusWord(domain).word}`;

type AddingProps = { list: DomainList; isActive: boolean; onAdded: (id: number) => void };

/** The form for another domain, or why there is none. */
function Adding({ list: { domains, limit }, isActive, onAdded }: AddingProps): ReactNode {
	if (!isActive) {
		return (
			<p>
				{domains.length > 0 && "Your domains keep working. "}
				<PlansLink>Choose a plan</PlansLink> to add {domains.length > 0 ? "or change " : ""}domains.
			</p>
		);
	}
	if (limit === 0) {
		return (
			<div className="flex flex-col gap-1">
				{domains.length > 0 && <p>Your plan has no domains. What you have added keeps working.</p>}
				<UpgradeToPlan plan="basic" />
			</div>
		);
	}
	if (domains.length >= limit) {
		return (
			<p>
				Your plan includes {formatCounted(limit, "domain")}. To add another, remove one
				{limit < domainLimit("enterprise") && (
					<>
						{" "}
						or <PlansLink>choose a bigger plan</PlansLink>
					</>
				)}
				.
			</p>
		);
	}
	const left = limit - domains.length;
	const room =
		domains.length === 0 ? `Your plan includes ${formatCounted(limit, "domain")}.` : `You can add ${left} more.`;
	return <AddDomain room={room} onAdded={onAdded} />;
}

function PlansLink({ children }: { children: string }) {
	return (
		<Link href={paths.pricing} className="font-semibold underline underline-offset-2">
			{children}
		</Link>
	);
}
