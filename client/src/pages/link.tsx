import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "wouter";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { linkBySlugQuery } from "#client/features/links/links.queries.ts";
import { LinkNotFound } from "#client/frames/link-not-found.tsx";
import { LinkTabsPage } from "#client/frames/link-page/link-tabs-page.tsx";
import { linkTabOf } from "#client/lib/link-tabs.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";

/** A link's page, at three URLs: Edit, Previews and Statistics. */
export function LinkPage() {
	const { linkSlug = "" } = useParams();
	const [location] = useLocation();
	const tab = linkTabOf(location)?.tab ?? "edit";
	const { data: link, isPending } = useQuery(linkBySlugQuery(linkSlug));
	useAskAgain([linkBySlugQuery(linkSlug).queryKey]);
	if (isPending) return <PageSpinner label="Loading the link" />;
	if (!link) {
		const what = tab === "stats" ? "This link" : "The link you're trying to edit";
		return <LinkNotFound text={`${what} doesn't exist or you don't have permission to access it.`} />;
	}
	return <LinkTabsPage link={link} tab={tab} />;
}
