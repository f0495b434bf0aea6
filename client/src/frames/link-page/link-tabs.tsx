import { classNames } from "#client/lib/class-names.ts";
import { LINK_TAB_PATHS, LINK_TABS, type LinkTab } from "#client/lib/link-tabs.ts";
import type { LinkView } from "#shared/links/link.ts";

const NAMES: Record<LinkTab, string> = { edit: "Edit", previews: "Previews", stats: "Statistics" };

type LinkTabsProps = {
	link: LinkView;
	tab: LinkTab;
	isUnsaved: Record<LinkTab, boolean>;
	onShow: (tab: LinkTab) => void;
};

export function LinkTabs({ link, tab, isUnsaved, onShow }: LinkTabsProps) {
	return (
		<nav aria-label="This link" className="-mx-1 flex gap-1 border-b">
			{LINK_TABS.map((each) => (
				<a
					key={each}
					href={LINK_TAB_PATHS[each](link.linkSlug)}
					aria-label={isUnsaved[each] ? `${NAMES[each]}, unsaved changes` : undefined}
					aria-current={each === tab ? "page" : undefined}
					onClick={(event) => {
						if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
						event.preventDefault();
						if (each !== tab) onShow(each);
					}}
					className={classNames(
						"-mb-px flex min-h-11 items-center gap-2 rounded-t-control border-b-2 px-3 font-semibold",
						each === tab ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
					)}
				>
					{NAMES[each]}
					{isUnsaved[each] && <span aria-hidden="true" className="size-2 rounded-full bg-mark-warn" />}
				</a>
			))}
		</nav>
	);
}
