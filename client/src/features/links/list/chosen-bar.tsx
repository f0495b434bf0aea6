import { Archive, ArchiveRestore, Download, Tags, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { planHas } from "#shared/plans/plan-features.ts";

type ChosenBarProps = {
	count: number;
	/** Of links in the list. */
	total: number;
	/** Whether the list is that of the archive. */
	isArchive: boolean;
	/** While links are on their way into the archive, or out of it. */
	isArchiving: boolean;
	/** Where the chosen links are handed out as a file; null where there are none, or too many for one. */
	exportHref: string | null;
	onChooseAll: () => void;
	onTag: () => void;
	onArchive: () => void;
	onDelete: () => void;
	onStop: () => void;
};

/** What can be done with the chosen links; stays in sight below the list, and comes before it by the keyboard. */
export function ChosenBar({ count, total, isArchive, isArchiving, exportHref, ...on }: ChosenBarProps) {
	const isNone = count === 0;
	return (
		<div
			role="toolbar"
			aria-label="Chosen links"
			className="sticky bottom-3 order-last z-20 flex flex-wrap items-center gap-1 rounded-card max-sm:gap-0 border border-control bg-surface p-2 pl-4 shadow-[0_8px_30px_rgb(0_0_0/0.16)]"
		>
			<p role="status" className="mr-auto font-semibold lg:mr-2 whitespace-nowrap">
				{formatCount(count)} chosen
			</p>
			<Tool onPress={on.onChooseAll} isDisabled={count === total}>
				All {formatCount(total)}
			</Tool>
			<Tool onPress={on.onTag} isDisabled={isNone}>
				<Tags aria-hidden="true" />
				<span className={ON_PHONES}>Tag</span>
			</Tool>
			<Tool onPress={on.onArchive} isDisabled={isNone} isBusy={isArchiving}>
				{isArchive ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
				<span className={ON_PHONES}>{isArchive ? "Take out" : "Archive"}</span>
			</Tool>
			<ExportTool href={exportHref} />
			<Tool onPress={on.onDelete} isDisabled={isNone} isDangerous>
				<Trash2 aria-hidden="true" />
				<span className={ON_PHONES}>Delete</span>
			</Tool>
			<Tool onPress={on.onStop}>
				<X aria-hidden="true" />
				<span className={ON_PHONES}>Done</span>
			</Tool>
		</div>
	);
}

/** A link, since the browser itself keeps the file. */
function ExportTool({ href }: { href: string | null }) {
	const { subscription } = useActiveSubscription();
	const look = classNames(buttonClass({ variant: "ghost", size: "sm" }), TOUCH);
	const words = (
		<>
			<Download aria-hidden="true" />
			<span className={ON_PHONES}>Export</span>
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
			<Button variant="ghost" size="sm" className={TOUCH} disabled>
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

const TOUCH = "max-md:min-h-11 max-sm:min-w-11 max-sm:px-2!";
/** The icon is enough for the eye there. */
const ON_PHONES = "max-sm:sr-only";

type ToolProps = {
	onPress: () => void;
	isDisabled?: boolean;
	isBusy?: boolean;
	isDangerous?: boolean;
	children: ReactNode;
};

function Tool({ onPress, isDisabled, isBusy, isDangerous, children }: ToolProps) {
	return (
		<Button
			variant={isDangerous ? "quiet-danger" : "ghost"}
			size="sm"
			className={TOUCH}
			disabled={isDisabled}
			isBusy={isBusy ?? false}
			onClick={onPress}
		>
			{children}
		</Button>
	);
}
