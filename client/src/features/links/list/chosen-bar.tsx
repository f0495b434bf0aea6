import { Archive, ArchiveRestore, Download, Tags, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";

type ChosenBarProps = {
	count: number;
	/** Of links in the list. */
	total: number;
	/** Whether the list is that of the archive. */
	isArchive: boolean;
	onChooseAll: () => void;
	onTag: () => void;
	onArchive: () => void;
	/** Where the chosen ones can be had as a file; null where the plan has none, or they are too many. */
	exportHref: string | null;
	onDelete: () => void;
	onStop: () => void;
};

/** What can be done with the chosen links; stays in sight below the list. */
export function ChosenBar({ count, total, isArchive, exportHref, ...on }: ChosenBarProps) {
	const isNone = count === 0;
	return (
		<div
			role="toolbar"
			aria-label="Chosen links"
			className="sticky bottom-3 z-20 flex flex-wrap items-center gap-x-1 gap-y-1 rounded-card border border-control bg-surface p-2 pl-4 shadow-[0_8px_30px_rgb(0_0_0/0.16)]"
		>
			<p role="status" className="mr-auto font-semibold whitespace-nowrap">
				{formatCount(count)} chosen
			</p>
			<Tool onPress={on.onChooseAll} isDisabled={count === total}>
				All {formatCount(total)}
			</Tool>
			<Tool onPress={on.onTag} isDisabled={isNone}>
				<Tags aria-hidden="true" />
				Tag
			</Tool>
			<Tool onPress={on.onArchive} isDisabled={isNone}>
				{isArchive ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
				{isArchive ? "Take out" : "Archive"}
			</Tool>
			{exportHref !== null && !isNone && (
				<a
					href={exportHref}
					download
					className={classNames(buttonClass({ variant: "ghost", size: "sm" }), "max-md:min-h-11")}
				>
					<Download aria-hidden="true" />
					Export
				</a>
			)}
			<Tool onPress={on.onDelete} isDisabled={isNone} isDangerous>
				<Trash2 aria-hidden="true" />
				Delete
			</Tool>
			<Tool onPress={on.onStop}>
				<X aria-hidden="true" />
				Done
			</Tool>
		</div>
	);
}

type ToolProps = { onPress: () => void; isDisabled?: boolean; isDangerous?: boolean; children: ReactNode };

function Tool({ onPress, isDisabled, isDangerous, children }: ToolProps) {
	return (
		<Button
			variant={isDangerous ? "quiet-danger" : "ghost"}
			size="sm"
			className="max-md:min-h-11"
			disabled={isDisabled}
			onClick={onPress}
		>
			{children}
		</Button>
	);
}
