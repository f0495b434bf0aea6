import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { Page } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { useSignInAgain } from "#client/features/account/auth/use-sign-in-again.ts";
import { usePlannedChangeCheck } from "#client/features/billing/subscriptions/checkout/use-planned-change-check.ts";
import { deletedLinksQuery, monthlyUsageQuery } from "#client/features/links/links.queries.ts";
import { DeletedLinkList } from "#client/features/links/list/deleted-link-list.tsx";
import { overviewQuery } from "#client/features/links/list/list.queries.ts";
import { UsageLine } from "#client/features/links/list/usage-line.tsx";
import { TOOLS_FROM } from "#client/features/links/list/use-has-tools.ts";
import { useListAddress } from "#client/features/links/list/use-list-address.ts";
import { StatCards } from "#client/features/public/views/stat-cards.tsx";
import { viewTotalsQuery } from "#client/features/public/views/views.queries.ts";
import { sectionAddress, sectionOf } from "#client/frames/account/sections.ts";
import { YourLinks } from "#client/frames/your-links.tsx";
import { late } from "#client/lib/late.tsx";
import { paths } from "#client/lib/paths.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { useQueryString } from "#client/lib/use-query-string.ts";

/** Few visits of the dashboard are about the account. */
const Account = late(
	async () => (await import("#client/frames/account/account.tsx")).Account,
	() => <Skeleton className="h-64 rounded-card" />,
);

export function DashboardPage() {
	const address = useListAddress();
	const ownList = overviewQuery(address.search);
	const overview = useQuery(ownList);
	const deleted = useQuery(deletedLinksQuery);
	const views = useQuery(viewTotalsQuery);
	const usage = useQuery(monthlyUsageQuery);
	const [isEditingDetails, setIsEditingDetails] = useState(false);
	const search = new URLSearchParams(useQueryString());
	const tab = useTabOfAddress(search, isEditingDetails);
	usePlannedChangeCheck(search.get("changed") === "planned");
	useAskAgain([ownList.queryKey, viewTotalsQuery.queryKey, deletedLinksQuery.queryKey, monthlyUsageQuery.queryKey]);
	useSignInAgain([overview.error, views.error, deleted.error, usage.error]);

	const totalLinks = overview.data?.totals.links;
	const hasMany = (totalLinks ?? 0) >= TOOLS_FROM;
	// Content below the list renders after it, so that it never moves.
	const isListThere = !overview.isPending && !deleted.isPending;

	return (
		<Page title="Admin Dashboard" isDense>
			{/* On phones, heading and button share a line. */}
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1 lg:flex-nowrap">
				<h1 className="text-xl whitespace-nowrap sm:text-3xl">Admin Dashboard</h1>
				<div className="ml-auto flex gap-2 lg:order-1">
					{hasMany && (
						<ButtonLink href={paths.import} variant="ghost" className="max-md:hidden">
							Import and export
						</ButtonLink>
					)}
					<ButtonLink href={paths.newLink} className="max-sm:px-3!">
						<Plus aria-hidden="true" />
						New Link
					</ButtonLink>
				</div>
				<p className="text-sm text-muted max-lg:w-full lg:pt-2">Manage your links and subscription</p>
			</div>
			<Tabs value={tab.shown} onValueChange={tab.show} className="flex flex-col gap-2 lg:mt-3 lg:gap-3">
				<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 lg:flex-nowrap">
					<div className="max-lg:mb-1 max-lg:w-full lg:order-1">
						<UsageLine totalLinks={totalLinks} />
					</div>
					<TabList aria-label="Dashboard">
						<Tab value="links">Links</Tab>
						<Tab value="subscription">Subscription</Tab>
					</TabList>
					<ButtonLink href={paths.analytics} variant="ghost" className="max-sm:px-2! lg:order-2 lg:ml-auto">
						Analytics
					</ButtonLink>
				</div>
				<TabPanel value="links" className="flex w-full flex-col gap-4">
					<YourLinks overview={overview} address={address}>
						<StatCards
							totalLinks={totalLinks}
							views={views.data}
							isLinksError={overview.isError}
							isViewsError={views.isError}
						/>
					</YourLinks>
					{isListThere && deleted.data && deleted.data.length > 0 && (
						<section aria-labelledby="deleted-links" className="mt-6 flex flex-col gap-4">
							<h2 id="deleted-links" className="text-xl text-muted">
								Deleted links
							</h2>
							<DeletedLinkList links={deleted.data} />
						</section>
					)}
				</TabPanel>
				<TabPanel value="subscription" keepsContent={isEditingDetails} className="mt-3 w-full">
					<Account section={tab.section} isEditing={isEditingDetails} onEditing={setIsEditingDetails} />
				</TabPanel>
			</Tabs>
		</Page>
	);
}

/** In the URL, so that a reload shows the same. Details being edited stay mounted behind the other tab. */
function useTabOfAddress(search: URLSearchParams, isEditingDetails: boolean) {
	const [path, navigate] = useLocation();
	const shown = search.get("tab") === "subscription" ? "subscription" : "links";

	function show(tab: string): void {
		const rest = new URLSearchParams(search);
		if (tab === "subscription") rest.set("tab", tab);
		else rest.delete("tab");
		const section = tab === "subscription" && isEditingDetails ? "profile" : "plan";
		navigate(sectionAddress(path, rest, section), { replace: true, state: window.history.state as unknown });
	}

	const isBehind = shown === "links" && isEditingDetails;
	return { shown, show, section: isBehind ? ("profile" as const) : sectionOf(search) };
}
