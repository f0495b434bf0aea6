import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { YourData } from "#client/features/account/your-data.tsx";
import { useSignInAgain } from "#client/features/auth/use-sign-in-again.ts";
import { FreshCardPanel } from "#client/features/cards/fresh-card-panel.tsx";
import { TestThisLink } from "#client/features/cards/self-test.tsx";
import { deletedLinksQuery, monthlyUsageQuery } from "#client/features/links/links.queries.ts";
import { DeletedLinkList } from "#client/features/links/list/deleted-link-list.tsx";
import { overviewQuery } from "#client/features/links/list/list.queries.ts";
import { UsageLine } from "#client/features/links/list/usage-line.tsx";
import { useLinkOfList } from "#client/features/links/list/use-link-of-list.ts";
import { useListAddress } from "#client/features/links/list/use-list-address.ts";
import { FromAnyPage } from "#client/features/links/prefill/from-any-page.tsx";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { changedCardHere, forgetMadeLink, madeLinkHere } from "#client/features/links/share/made-link.ts";
import { MadeLinkPanel } from "#client/features/links/share/made-link-panel.tsx";
import { YourDetails } from "#client/features/onboarding/your-details.tsx";
import { usePlannedChangeCheck } from "#client/features/subscriptions/checkout/use-planned-change-check.ts";
import { SubscriptionCard } from "#client/features/subscriptions/plan/subscription-card.tsx";
import { StatCards } from "#client/features/views/stat-cards.tsx";
import { YourLinks } from "#client/frames/your-links.tsx";
import { paths } from "#client/lib/paths.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { useQueryString } from "#client/lib/use-query-string.ts";

export function DashboardPage() {
	const address = useListAddress();
	const ownList = overviewQuery(address.search);
	const overview = useQuery(ownList);
	const deleted = useQuery(deletedLinksQuery);
	const usage = useQuery(monthlyUsageQuery);
	const [madeId, setMadeId] = useState(madeLinkHere);
	const made = useLinkOfList(madeId, overview.data);
	const [changedId, setChangedId] = useState(changedCardHere);
	const changed = useLinkOfList(changedId, overview.data);
	const isFirstLook = useIsFirstLook(made?.id ?? changed?.id);
	const [isEditingDetails, setIsEditingDetails] = useState(false);
	const listHeading = useRef<HTMLHeadingElement>(null);
	const search = new URLSearchParams(useQueryString());
	usePlannedChangeCheck(search.get("changed") === "planned");
	useAskAgain([ownList.queryKey, deletedLinksQuery.queryKey, monthlyUsageQuery.queryKey]);
	useSignInAgain([overview.error, deleted.error, usage.error]);

	// What stands below the list comes after it, so that it never moves.
	const isListThere = !overview.isPending && !deleted.isPending;

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
						<UsageLine totalLinks={overview.data?.totals.links} isLinksError={overview.isError} />
					</>
				}
				actions={
					<div className="flex flex-wrap gap-3">
						<ButtonLink href={paths.import} variant="ghost">
							Import or export
						</ButtonLink>
						<ButtonLink href={paths.newLink}>
							<Plus aria-hidden="true" />
							New Link
						</ButtonLink>
					</div>
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
							<MadeLinkPanel link={made} takesFocus={isFirstLook} onClose={closePanel} />
							<TestThisLink linkId={made.id} startsItself={isFirstLook} />
						</div>
					)}
					{changed && (
						<FreshCardPanel
							link={changed}
							startsTest={isFirstLook}
							onCopy={(address) => void copyLink(address)}
							onClose={closePanel}
						/>
					)}
					<StatCards totalLinks={overview.data?.totals.links} views={overview.data?.views} isError={overview.isError} />
					<p className="-mt-6 text-right">
						<Link
							href={paths.analytics}
							className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-2"
						>
							See the charts
						</Link>
					</p>
					<YourLinks overview={overview} address={address} madeId={made?.id} heading={listHeading} />
					{isListThere && deleted.data && deleted.data.length > 0 && (
						<section aria-labelledby="deleted-links" className="flex flex-col gap-4">
							<h2 id="deleted-links" className="text-2xl text-muted">
								Deleted links
							</h2>
							<DeletedLinkList links={deleted.data} />
						</section>
					)}
					{isListThere && <FromAnyPage />}
				</TabPanel>
				<TabPanel value="subscription" keepsContent={isEditingDetails} className="flex w-full flex-col gap-6">
					<SubscriptionCard />
					<YourDetails isEditing={isEditingDetails} onEditing={setIsEditingDetails} />
					<YourData />
				</TabPanel>
			</Tabs>
		</Page>
	);
}

/** Whether a link's panel is there for the first time; when its tab opens again, it takes no focus and tests nothing. */
function useIsFirstLook(linkId: number | undefined): boolean {
	const [seenId, setSeenId] = useState<number>();
	useEffect(() => {
		if (linkId !== undefined) setSeenId(linkId);
	}, [linkId]);
	return linkId !== seenId;
}
