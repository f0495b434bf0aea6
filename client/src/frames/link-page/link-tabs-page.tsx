import { useLocation } from "wouter";
import { useDocumentTitle } from "#client/components/layout/page.tsx";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { siteNameOf } from "#client/features/links/cards/site-name.ts";
import { useCardDrafts } from "#client/features/links/cards/use-card-drafts.ts";
import { LinkForm } from "#client/features/links/form/link-form.tsx";
import { useLinkEditing } from "#client/features/links/form/use-link-editing.ts";
import { late } from "#client/lib/late.tsx";
import { LINK_TAB_PATHS, LINK_TABS, type LinkTab } from "#client/lib/link-tabs.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { LinkView } from "#shared/links/link.ts";
import { EditView } from "./edit-view.tsx";
import { LinkHead } from "./link-head.tsx";
import { LinkTabs } from "./link-tabs.tsx";

const PreviewsView = late(
	async () => (await import("./previews-view.tsx")).PreviewsView,
	() => <PageSpinner label="Loading the previews" />,
);
const StatisticsView = late(
	async () => (await import("./statistics-view.tsx")).StatisticsView,
	() => <PageSpinner label="Loading the statistics" />,
);

const TITLES: Record<LinkTab, (link: LinkView) => string> = {
	edit: () => "Edit Link",
	previews: ({ title }) => `Previews of ${title}`,
	stats: ({ title }) => `Statistics of ${title}`,
};

type LinkTabsPageProps = { link: LinkView; tab: LinkTab };

/**
 * Edit and Previews share one form on all tabs (P346). Tabs replace the history entry, so that Back leaves the page.
 */
export function LinkTabsPage({ link, tab }: LinkTabsPageProps) {
	const { user } = useCurrentUser();
	const { subscription } = useActiveSubscription();
	const [, navigate] = useLocation();
	const cards = useCardDrafts(link, { isAllowed: planHas(subscription?.planId, "platformCards") });
	const show = (to: LinkTab) =>
		navigate(LINK_TAB_PATHS[to](link.linkSlug), { replace: true, state: window.history.state as unknown });
	const editing = useLinkEditing({
		link,
		userSlug: user?.userSlug ?? "",
		hasCustomSlugs: planHas(subscription?.planId, "customSlugs"),
		along: cards.along,
		onShowView: (view) => {
			const to = LINK_TABS.find((each) => each === view);
			if (to && to !== tab) show(to);
		},
	});
	useDocumentTitle(`${TITLES[tab](link)} · Visualink`);
	const isUnsaved = { edit: editing.isDirty, previews: cards.along.isDirty, stats: false };
	const card = { ...editing.card, host: editing.host, siteName: siteNameOf(editing.targetUrl) };

	return (
		<>
			<LinkHead link={link} title={editing.title || link.title} imageUrl={editing.card.imageUrl} />
			<div className="mx-auto w-full max-w-page px-4 sm:px-6">
				<LinkTabs link={link} tab={tab} isUnsaved={isUnsaved} onShow={show} />
				<div data-content="" tabIndex={-1} className="pt-6 outline-none">
					<LinkForm
						editing={editing}
						submitLabel="Update Link"
						isHidden={tab === "stats"}
						hasNothingToSave={tab === "previews" && !isUnsaved.edit && !isUnsaved.previews}
					>
						<div data-view="edit" hidden={tab !== "edit"}>
							<EditView editing={editing} onShowPreviews={() => show("previews")} />
						</div>
						{tab === "previews" && (
							<div data-view="previews">
								<PartBoundary>
									<PreviewsView
										link={link}
										card={card}
										cards={cards}
										isUnsaved={isUnsaved.edit || isUnsaved.previews}
									/>
								</PartBoundary>
							</div>
						)}
					</LinkForm>
					{tab === "stats" && (
						<PartBoundary>
							<StatisticsView link={link} />
						</PartBoundary>
					)}
				</div>
			</div>
		</>
	);
}
