import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { ChartsPanel } from "#client/features/analytics/charts-panel.tsx";
import { PublicPageSection } from "#client/features/analytics/public-page-section.tsx";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { ShareDialog } from "#client/features/links/share/share-dialog.tsx";
import type { LinkView } from "#shared/links/link.ts";

export function StatisticsView({ link }: { link: LinkView }) {
	const [isSharing, setIsSharing] = useState(false);
	return (
		<div className="max-md:-mt-3">
			<ChartsPanel
				heading={<h1 className="text-2xl leading-11">Statistics</h1>}
				linkId={link.id}
				share={<Button onClick={() => setIsSharing(true)}>Share</Button>}
				below={<PublicPageSection linkId={link.id} onCopy={(url) => void copyLink(url)} />}
			/>
			<ShareDialog link={isSharing ? link : null} onClose={() => setIsSharing(false)} />
		</div>
	);
}
