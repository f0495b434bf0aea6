import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { ChartsPanel } from "#client/features/analytics/charts-panel.tsx";
import { PublicPageSection } from "#client/features/analytics/public-page-section.tsx";
import { linkBySlugQuery } from "#client/features/links/links.queries.ts";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { ShareDialog } from "#client/features/links/share/share-dialog.tsx";
import { LinkNotFound } from "#client/frames/link-not-found.tsx";
import { shortAddress } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";

export function LinkStatsPage() {
	const { linkSlug = "" } = useParams();
	const { data: link, isPending } = useQuery(linkBySlugQuery(linkSlug));
	const [isSharing, setIsSharing] = useState(false);
	useAskAgain([linkBySlugQuery(linkSlug).queryKey]);
	if (isPending) return <PageSpinner label="Loading the link" />;
	if (!link) return <LinkNotFound text="This link doesn't exist or you don't have permission to access it." />;
	return (
		<Page title={`Statistics of ${link.title}`}>
			<PageHeading
				heading="Statistics"
				text={
					<>
						<p dir="auto" className="text-left font-semibold text-ink wrap-anywhere">
							{link.title}
						</p>
						<p className="wrap-anywhere">{shortAddress(link.shortUrl)}</p>
					</>
				}
				actions={
					<ButtonLink href={paths.dashboard} variant="secondary">
						Back to dashboard
					</ButtonLink>
				}
			/>
			<ChartsPanel linkId={link.id} share={<Button onClick={() => setIsSharing(true)}>Share</Button>} />
			<PublicPageSection linkId={link.id} onCopy={(url) => void copyLink(url)} />
			<ShareDialog link={isSharing ? link : null} onClose={() => setIsSharing(false)} />
		</Page>
	);
}
