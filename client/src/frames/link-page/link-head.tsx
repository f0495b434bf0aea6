import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Copy, Ellipsis, ExternalLink } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import { Button, ButtonLink, buttonClass } from "#client/components/ui/button.tsx";
import { LinkImage } from "#client/components/ui/link-preview.tsx";
import type { LinkActionId } from "#client/features/links/actions/link-action.ts";
import { LinkMenu } from "#client/features/links/actions/link-menu.tsx";
import { useChecksAction } from "#client/features/links/health/use-checks-action.ts";
import { rowsQuery } from "#client/features/links/list/list.queries.ts";
import { useOfferedActions } from "#client/features/links/palette/offered-actions.ts";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { classNames } from "#client/lib/class-names.ts";
import { shortAddress } from "#client/lib/format.ts";
import { dashboardAsLeft } from "#client/lib/list-place.ts";
import { paths } from "#client/lib/paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { TagCount } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { useLinkActions } from "../use-link-actions.tsx";

type LinkHeadProps = {
	link: LinkView;
	title: string;
	imageUrl: string | null;
};

/** The header above all tabs of a link: a small card, its URL and its actions. */
export function LinkHead({ link, title, imageUrl }: LinkHeadProps) {
	return (
		<div data-link-head="" className="sticky short:static! top-16 z-20 border-b bg-paper/95 backdrop-blur-sm">
			<div className="mx-auto flex h-14 max-w-page items-center gap-2 px-4 sm:gap-3 sm:px-6">
				<ButtonLink {...dashboardAsLeft()} variant="ghost" size="icon" className="-ml-3 shrink-0">
					<ArrowLeft aria-hidden="true" />
					<span className="sr-only">Back to dashboard</span>
				</ButtonLink>
				<LinkImage imageUrl={imageUrl} className="w-14 shrink-0 rounded-[6px] border sm:w-18" />
				<div className="mr-auto min-w-0">
					<p dir="auto" className="truncate leading-5 font-semibold">
						{title}
					</p>
					<Address link={link} />
				</div>
				<Button
					variant="secondary"
					size="sm"
					className="shrink-0 max-sm:w-11 max-sm:px-0!"
					onClick={() => void copyLink(link.shortUrl)}
				>
					<Copy aria-hidden="true" />
					<span className="max-sm:sr-only">Copy</span>
				</Button>
				<a
					href={API.links.open(link.shortUrl)}
					target="_blank"
					rel="noreferrer"
					className={classNames(buttonClass({ variant: "ghost", size: "sm" }), "max-md:hidden!")}
				>
					<ExternalLink aria-hidden="true" />
					Open
				</a>
				<HeadMenu link={link} />
			</div>
		</div>
	);
}

/** The host shrinks before the slug does. */
function Address({ link: { shortUrl, linkSlug } }: Pick<LinkHeadProps, "link">) {
	const whole = shortAddress(shortUrl);
	const before = whole.slice(0, whole.length - linkSlug.length);
	return (
		<p className="flex text-sm leading-5 text-muted">
			<span className="truncate">{before}</span>
			<span className="shrink-0">{linkSlug}</span>
		</p>
	);
}

function HeadMenu({ link }: Pick<LinkHeadProps, "link">) {
	const [, navigate] = useLocation();
	const { data: [listed] = [] } = useQuery(rowsQuery([link.id], "link page"));
	const ids = useMemo(() => [link.id], [link.id]);
	const onDeleted = useCallback(() => navigate(paths.dashboard, { replace: true }), [navigate]);
	const { actions, dialogs } = useLinkActions(ids, NO_TAGS, { onDeleted });
	useOfferedActions({ actions, linkNow: () => listed });
	const checks = useChecksAction(link);
	const others = useMemo(
		() =>
			actions.flatMap((action) => (ON_TABS.has(action.id) ? [] : action.id === "delete" ? [checks, action] : action)),
		[actions, checks],
	);
	if (!listed) {
		return (
			<Button variant="ghost" size="icon" className="shrink-0 md:size-9" disabled aria-label={`More for ${link.title}`}>
				<Ellipsis aria-hidden="true" />
			</Button>
		);
	}
	return (
		<>
			<LinkMenu link={listed} actions={others} />
			{dialogs}
		</>
	);
}

const ON_TABS = new Set<LinkActionId>(["edit", "statistics"]);
const NO_TAGS: TagCount[] = [];
