import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearch } from "wouter";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { YourData } from "#client/features/account/your-data.tsx";
import { useSignInAgain } from "#client/features/auth/use-sign-in-again.ts";
import { FreshCardPanel } from "#client/features/cards/fresh-card-panel.tsx";
import { NewestDelivery } from "#client/features/cards/newest-delivery.tsx";
import { TestThisLink } from "#client/features/cards/self-test.tsx";
import { copyLink } from "#client/features/links/copy-link.ts";
import { DeletedLinkList } from "#client/features/links/deleted-link-list.tsx";
import { LinkList } from "#client/features/links/link-list.tsx";
import { LinkListSkeleton, LinksNotLoaded, NoLinks } from "#client/features/links/link-list-states.tsx";
import { deletedLinksQuery, linksQuery, monthlyUsageQuery } from "#client/features/links/links.queries.ts";
import { changedCardHere, forgetMadeLink, madeLinkHere } from "#client/features/links/made-link.ts";
import { MadeLinkPanel } from "#client/features/links/made-link-panel.tsx";
import { UsageLine } from "#client/features/links/usage-line.tsx";
import { YourDetails } from "#client/features/onboarding/your-details.tsx";
import { SubscriptionCard } from "#client/features/subscriptions/subscription-card.tsx";
import { usePlannedChangeCheck } from "#client/features/subscriptions/use-planned-change-check.ts";
import { StatCards } from "#client/features/views/stat-cards.tsx";
import { viewStatsQuery } from "#client/features/views/views.queries.ts";
import { useLinkActions } from "#client/frames/use-link-actions.tsx";
import { paths } from "#client/lib/paths.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";

const OWN_QUERIES = [linksQuery, deletedLinksQuery, monthlyUsageQuery, viewStatsQuery].map(({ queryKey }) => queryKey);

export function DashboardPage() {
	const links = useQuery(linksQuery);
	const deleted = useQuery(deletedLinksQuery);
	const usage = useQuery(monthlyUsageQuery);
	const views = useQuery(viewStatsQuery);
	const [madeId, setMadeId] = useState(madeLinkHere);
	const made = links.data?.find(({ id }) => id === madeId);
	const [changedId, setChangedId] = useState(changedCardHere);
	const changed = links.data?.find(({ id }) => id === changedId);
	const { actions, dialogs } = useLinkActions();
	const listHeading = useRef<HTMLHeadingElement>(null);
	const search = new URLSearchParams(useSearch());
	usePlannedChangeCheck(search.get("changed") === "planned");
	useAskAgain(OWN_QUERIES);
	useSignInAgain([links.error, deleted.error, usage.error, views.error]);

	function closePanel(): void {
		forgetMadeLink();
		setMadeId(null);
		setChangedId(null);
		// The button that closes goes with the panel, so the focus needs a new home.
		listHeading.current?.focus();
	}

	return (
		<Page title="Admin Dashboard">
			<PageHeading
				heading="Admin Dashboard"
				text={
					<>
						<p>Manage your links and subscription</p>
						<UsageLine />
					</>
				}
				actions={
					<ButtonLink href={paths.newLink}>
						<Plus aria-hidden="true" />
						New Link
					</ButtonLink>
				}
			/>
			<Tabs
				defaultValue={search.get("tab") === "subscription" ? "subscription" : "links"}
				className="mt-8 flex flex-col items-start gap-6"
			>
				<TabList aria-label="Dashboard">
					<Tab value="links">Links</Tab>
					<Tab value="subscription">Subscription</Tab>
				</TabList>
				<TabPanel value="links" className="flex w-full flex-col gap-10">
					{made && (
						<div className="flex flex-col gap-4">
							<MadeLinkPanel link={made} onClose={closePanel} />
							<TestThisLink linkId={made.id} startsItself />
						</div>
					)}
					{changed && (
						<FreshCardPanel link={changed} onCopy={(address) => void copyLink(address)} onClose={closePanel} />
					)}
					<StatCards totalLinks={links.data?.length} isLinksError={links.isError} />
					<section aria-labelledby="your-links" className="flex flex-col gap-4">
						<h2 ref={listHeading} id="your-links" tabIndex={-1} className="text-2xl outline-none">
							Your Links
						</h2>
						{links.isPending && <LinkListSkeleton />}
						{links.isError && !links.data && <LinksNotLoaded onRetry={() => void links.refetch()} />}
						{links.data?.length === 0 && <NoLinks />}
						{links.data && links.data.length > 0 && (
							<LinkList
								links={links.data}
								madeId={made?.id}
								actions={actions}
								noteOf={({ id }) => <NewestDelivery linkId={id} />}
							/>
						)}
						{dialogs}
					</section>
					{deleted.data && deleted.data.length > 0 && (
						<section aria-labelledby="deleted-links" className="flex flex-col gap-4">
							<h2 id="deleted-links" className="text-2xl text-muted">
								Deleted links
							</h2>
							<DeletedLinkList links={deleted.data} />
						</section>
					)}
				</TabPanel>
				<TabPanel value="subscription" className="flex w-full flex-col gap-6">
					<SubscriptionCard />
					<YourDetails />
					<YourData />
				</TabPanel>
			</Tabs>
		</Page>
	);
}
