import { type ReactNode, useState } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Disclosure } from "#client/components/ui/disclosure.tsx";
import { Dot } from "#client/components/ui/dot.tsx";
import { formatDate } from "#client/lib/format.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { Domain } from "#shared/links/domains/domain.ts";
import { DOMAIN_DISABLED } from "#shared/links/domains/domain-check.ts";
import { isVerified } from "../links.queries.ts";
import { DnsRecords } from "./dns-records.tsx";
import { DomainSettingsForm } from "./domain-settings-form.tsx";
import { checkedWords, isSettled, lossWords, statusWord } from "./domain-words.ts";
import { useDomainChanges } from "./domains.queries.ts";
import { ProviderNames } from "./provider-names.tsx";
import { RemoveDomain } from "./remove-domain.tsx";

type DomainPanelProps = {
	domain: Domain;
	dnsPage: string | null;
	isOnly: boolean;
	/** Without a subscription domains can only be removed. */
	canChange: boolean;
	onRemoved: () => void;
};

const SAY_TIME_EVERY_MS = 10_000;

/** One domain: its state, its DNS records, and its settings once it is verified. */
export function DomainPanel({ domain, dnsPage, isOnly, canChange, onRemoved }: DomainPanelProps) {
	const { host, isDefault } = domain;
	const { word, tone } = statusWord(domain);
	const [wasSettled] = useState(isSettled(domain));
	return (
		<div data-domain={domain.id}>
			<Disclosure
				title={host}
				isAsideWhole
				startsOpen={isOnly || !isSettled(domain)}
				aside={
					<span className="inline-flex items-center gap-2">
						{isDefault && <span>Default</span>}
						<Dot tone={tone} />
						{word}
					</span>
				}
			>
				<StateWords domain={domain} />
				{domain.status !== "disabled" && (
					<Records domain={domain} dnsPage={dnsPage} canChange={canChange} wasSettled={wasSettled} />
				)}
				{isVerified(domain) && canChange && <DomainSettingsForm domain={domain} />}
				<RemoveDomain domain={domain} onRemoved={onRemoved} />
			</Disclosure>
		</div>
	);
}

/** What the owner has to know or do. */
function StateWords({ domain }: { domain: Domain }) {
	const losses = lossWords(domain);
	return (
		<>
			<p>{stateSentence(domain)}</p>
			{losses.length > 0 && (
				<div className="flex flex-col gap-1 rounded-control border border-warn px-4 py-3">
					{losses.map((line) => (
						<p key={line} className="wrap-anywhere">
							{line}
						</p>
					))}
				</div>
			)}
		</>
	);
}

function stateSentence({ status, records, offAt, elsewhere, host }: Domain): string {
	switch (status) {
		case "waiting":
			return "Add these records where you manage the domain's DNS. We check them every minute for an hour, then once a day for 30 days.";
		case "failing":
			return `DNS records are missing. Add them again by ${formatDate(offAt ?? new Date())}, or this domain will be turned off.`;
		case "disabled":
			return DOMAIN_DISABLED;
		case "off":
			return "This domain is off. Its links work at our address. To turn it on again, add these records.";
		case "active":
			if (records.at(-1)?.isFound) return `Links work at ${host}.`;
			return elsewhere.addresses.length > 0
				? "It's verified, but it doesn't point here. That's fine if a proxy of yours sends its visitors here."
				: "It's verified. Links on it work while it points here.";
	}
}

type RecordsProps = Pick<DomainPanelProps, "domain" | "dnsPage" | "canChange"> & { wasSettled: boolean };

/** Folded where there was nothing left to do when the screen opened. */
function Records({ domain, dnsPage, canChange, wasSettled }: RecordsProps): ReactNode {
	const shown = (
		<>
			<DnsRecords domain={domain} />
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				{canChange && <CheckNow domain={domain} />}
				<Checked at={domain.checkedAt} />
				{dnsPage !== null && !isSettled(domain) && (
					<a
						href={dnsPage}
						target="_blank"
						rel="noreferrer"
						className="text-sm font-semibold underline underline-offset-2"
					>
						Add these records in the sandbox
					</a>
				)}
			</div>
			<ProviderNames zone={domain.zone} isApex={domain.host === domain.zone} />
		</>
	);
	if (!wasSettled || !isSettled(domain)) return shown;
	return (
		<details className="text-sm">
			<summary className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-8">
				DNS records
			</summary>
			<div className="flex flex-col gap-4 pt-2">{shown}</div>
		</details>
	);
}

function CheckNow({ domain: { id, host } }: Pick<DomainPanelProps, "domain">) {
	const { mutate, isPending } = useDomainChanges().check;
	return (
		<Button
			variant="secondary"
			size="sm"
			isBusy={isPending}
			aria-label={`Check now: ${host}`}
			onClick={() => mutate(id, { onError: (error) => toastFailure("The domain could not be checked", error) })}
		>
			Check now
		</Button>
	);
}

function Checked({ at }: { at: string | null }) {
	return <span className="text-sm text-muted">{checkedWords(at, useNow(SAY_TIME_EVERY_MS))}</span>;
}
