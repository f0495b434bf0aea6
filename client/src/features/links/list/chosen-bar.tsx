import { Download } from "lucide-react";
import { Link } from "wouter";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { noteBarHeight } from "#client/lib/bar-height.ts";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "../actions/link-action.ts";

type ChosenBarProps = {
	chosen: number[];
	/** The selected link, if it is a single one with a loaded row. */
	only: ListedLink | undefined;
	total: number;
	isNarrowed: boolean;
	isArchive: boolean;
	actions: LinkAction[];
	/** The CSV export of the selected links; null without links, or with too many for one URL. */
	exportHref: string | null;
	onChooseAll: () => void;
	onStop: () => void;
};

/** Actions for the selected links. It replaces the search bar and precedes the list in tab order. */
export function ChosenBar(props: ChosenBarProps) {
	const { chosen, only, total, isNarrowed, isArchive, actions, exportHref, onChooseAll, onStop } = props;
	const isNone = chosen.length === 0;
	return (
		<div
			role="toolbar"
			aria-label="Chosen links"
			ref={noteBarHeight}
			className="flex min-w-0 flex-1 flex-wrap items-center gap-0.5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:bg-surface max-md:p-2 md:min-h-11"
		>
			<p role="status" className="px-1 text-sm font-semibold whitespace-nowrap md:pl-0">
				{formatCount(chosen.length)} selected
			</p>
			<Dot />
			<Button variant="ghost" size="sm" className={OF_CHOICE} disabled={chosen.length === total} onClick={onChooseAll}>
				Select all {formatCount(total)} {isNarrowed && <span className="max-sm:sr-only">matching</span>}
			</Button>
			<Dot />
			<Button variant="ghost" size="sm" className={OF_CHOICE} onClick={onStop}>
				{isNone ? "Exit" : "Clear selection"}
			</Button>
			<span aria-hidden="true" className="grow max-sm:basis-full" />
			{actions.map(({ id, Icon, isDangerous, many }) =>
				many && (many.inArchive ?? isArchive) === isArchive ? (
					<span key={id} className="contents">
						{isDangerous && <ExportTool href={exportHref} />}
						<Button
							variant={isDangerous ? "quiet-danger" : "ghost"}
							size="sm"
							className={TOOL}
							disabled={isNone}
							onClick={() => many.runMany(chosen, only)}
						>
							<Icon aria-hidden="true" className={ICON} />
							{many.label}
						</Button>
					</span>
				) : null,
			)}
		</div>
	);
}

function Dot() {
	return (
		<span aria-hidden="true" className="text-muted">
			·
		</span>
	);
}

/** A link, because the browser itself saves the file. */
function ExportTool({ href }: { href: string | null }) {
	const { subscription } = useActiveSubscription();
	const look = classNames(buttonClass({ variant: "ghost", size: "sm" }), TOOL);
	const words = (
		<>
			<Download aria-hidden="true" className={ICON} />
			Export
		</>
	);
	if (!planHas(subscription?.planId, "csv")) {
		return (
			<Link href={paths.pricing} title="Upgrade to use this feature" className={look}>
				{words}
				<span className="sr-only">: Upgrade to use this feature</span>
			</Link>
		);
	}
	if (href === null) {
		return (
			<Button variant="ghost" size="sm" className={TOOL} disabled>
				{words}
			</Button>
		);
	}
	return (
		<a href={href} download className={look}>
			{words}
		</a>
	);
}

/** On phones, labels matter more than icons. */
const TOOL = "max-sm:px-2!";
const OF_CHOICE = "px-1.5!";
const ICON = "max-lg:hidden";
